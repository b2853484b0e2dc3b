/** What was opened so far, to be closed last first: at the end, and also when the next part does not open. */
export class CloseStack {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** Notes how to close what has just been opened. */
  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /**
   * Each part is closed once, whoever asks and however often; a part that fails to close keeps no other open.
   */
  async close(): Promise<void> {
    let failure: { error: unknown } | undefined;
    for (let close = this.closers.pop(); close !== undefined; close = this.closers.pop()) {
      try {
        await close();
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure !== undefined) throw failure.error;
  }
}

/** Opens parts one after the other; when one of them fails those before it are closed again. */
export async function withCloseStack<Result>(
  open: (closing: CloseStack) => Promise<Result>,
): Promise<Result> {
  const closing = new CloseStack();
  try {
    return await open(closing);
  } catch (error) {
    await closing.close().catch(() => undefined);
    throw error;
  }
}

/** Works on what it opens, and closes that at the end, however it ends. */
export async function closedAfter<Result>(work: (closing: CloseStack) => Promise<Result>): Promise<Result> {
  const closing = new CloseStack();
  try {
    return await work(closing);
  } finally {
    await closing.close();
  }
}

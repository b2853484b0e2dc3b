/**
 * Collects the parts that were opened so far. Closes them in reverse order, at the end of the work or when
 * the next part fails to open.
 */
export class CloseStack {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** Registers how to close a part that has just been opened. */
  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /**
   * Closes each part once, no matter who calls this and how often. If a part fails to close, the others are
   * still closed.
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

/** Opens parts one after the other. If one of them fails, the parts before it are closed again. */
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

/** Runs work that opens parts, and closes the parts at the end, no matter how the work ends. */
export async function closedAfter<Result>(work: (closing: CloseStack) => Promise<Result>): Promise<Result> {
  const closing = new CloseStack();
  try {
    return await work(closing);
  } finally {
    await closing.close();
  }
}

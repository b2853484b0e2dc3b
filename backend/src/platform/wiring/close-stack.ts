/**
 * Collects the parts that were opened so far. Closes them in reverse order, either at the end of the work or
 * when another part fails to open.
 */
export class CloseStack {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** Registers the function that closes a part that has just been opened. */
  add(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /**
   * Closes each part once, even if this method is called several times. If one part fails to close, the other
   * parts are still closed.
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

/**
 * Opens parts one after the other. If one part fails to open, the parts that were opened before are closed
 * again.
 */
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

/** Runs work that opens parts. Closes the parts at the end, whether the work succeeds or fails. */
export async function closedAfter<Result>(work: (closing: CloseStack) => Promise<Result>): Promise<Result> {
  const closing = new CloseStack();
  try {
    return await work(closing);
  } finally {
    await closing.close();
  }
}

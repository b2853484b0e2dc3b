/** What was opened so far, to be closed last first: at the end, and also when the next part does not open. */
export class Opened {
  private readonly closers: (() => Promise<unknown>)[] = [];

  /** Notes how to close what has just been opened. */
  closing(close: () => Promise<unknown>): void {
    this.closers.push(close);
  }

  /** Each part is closed once, whoever asks and however often; a part that fails to close keeps no other open. */
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
export async function openAll<Result>(open: (opened: Opened) => Promise<Result>): Promise<Result> {
  const opened = new Opened();
  try {
    return await open(opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

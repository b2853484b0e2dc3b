import { performance } from 'node:perf_hooks';

/**
 * Runs a check at most once per `everyMs`, no matter how many callers there are. Every caller gets the
 * outcome of the newest run. While a run is in progress, callers wait for it.
 */
export class RecentCheck {
  private last: Promise<unknown> = Promise.resolve();
  private begunAt = Number.NEGATIVE_INFINITY;
  private running = false;

  /** @param everyMs shortest time in milliseconds between the beginnings of two runs */
  constructor(
    private readonly run: () => Promise<unknown>,
    private readonly everyMs: number,
  ) {}

  /** Rejects with the error of the newest run. */
  async check(): Promise<void> {
    if (!this.running && performance.now() - this.begunAt >= this.everyMs) this.begin();
    await this.last;
  }

  private begin(): void {
    this.begunAt = performance.now();
    this.running = true;
    this.last = this.run().finally(() => {
      this.running = false;
    });
    // The caller may have stopped waiting. This handler prevents an unhandled rejection.
    this.last.catch(() => undefined);
  }
}

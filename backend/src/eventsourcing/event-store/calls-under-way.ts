import { performance } from 'node:perf_hooks';

/** Calls that have no answer yet. */
export class CallsUnderWay {
  /** When each began, oldest first. */
  private readonly begun = new Set<{ readonly at: number }>();

  /** Seconds that the oldest one has waited; 0 where none waits. */
  oldestSeconds(): number {
    const [oldest] = this.begun;
    return oldest === undefined ? 0 : (performance.now() - oldest.at) / 1000;
  }

  async track<Result>(call: () => Promise<Result>): Promise<Result> {
    const one = { at: performance.now() };
    this.begun.add(one);
    try {
      return await call();
    } finally {
      this.begun.delete(one);
    }
  }
}

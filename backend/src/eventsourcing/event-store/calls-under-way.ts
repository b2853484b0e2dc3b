import { performance } from 'node:perf_hooks';
import { Places } from '../../platform/places.js';

/** Calls that have no answer yet. */
export class CallsUnderWay {
  /** When each began. */
  private readonly begun = new Places<{ readonly at: number }>();

  /** Seconds that the oldest one has waited; 0 where none waits. */
  oldestSeconds(): number {
    const now = performance.now();
    return this.begun.all().reduce((longest, { at }) => Math.max(longest, (now - at) / 1000), 0);
  }

  async track<Result>(call: () => Promise<Result>): Promise<Result> {
    const place = this.begun.take({ at: performance.now() });
    try {
      return await call();
    } finally {
      this.begun.leave(place);
    }
  }
}

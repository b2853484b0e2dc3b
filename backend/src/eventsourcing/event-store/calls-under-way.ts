import { performance } from 'node:perf_hooks';
import { Places } from '../../platform/async/places.js';

/** Calls that have no answer yet. */
export class CallsUnderWay {
  /** Start of each call. */
  private readonly begun = new Places<{ readonly at: number }>();

  /** Seconds that the oldest call has waited; 0 if none waits. */
  oldestSeconds(): number {
    const now = performance.now();
    return this.begun.all().reduce((longest, { at }) => Math.max(longest, (now - at) / 1000), 0);
  }

  /**
   * Registers a call.
   * @param at start in milliseconds, by `performance.now()`
   * @returns a function to call once the answer is there
   */
  begin(at: number): () => void {
    const place = this.begun.take({ at });
    return () => this.begun.leave(place);
  }
}

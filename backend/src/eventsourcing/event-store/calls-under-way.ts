import { performance } from 'node:perf_hooks';
import { Places } from '../../platform/async/places.js';

/** Calls that have no answer yet. */
export class CallsUnderWay {
  /** When each began. */
  private readonly begun = new Places<{ readonly at: number }>();

  /** Seconds that the oldest one has waited; 0 where none waits. */
  oldestSeconds(): number {
    const now = performance.now();
    return this.begun.all().reduce((longest, { at }) => Math.max(longest, (now - at) / 1000), 0);
  }

  /**
   * @param at milliseconds, of `performance`
   * @returns what says that the call has its answer
   */
  begin(at: number): () => void {
    const place = this.begun.take({ at });
    return () => this.begun.leave(place);
  }
}

import { performance } from 'node:perf_hooks';
import { SlotPool } from '../../platform/async/slot-pool.js';

/** Keeps track of the calls that have no response yet. */
export class CallsInFlight {
  /** Start time of each call. */
  private readonly begun = new SlotPool<{ readonly at: number }>();

  /** Seconds that the oldest call has waited; 0 if none waits. */
  oldestSeconds(): number {
    const now = performance.now();
    return this.begun.all().reduce((longest, { at }) => Math.max(longest, (now - at) / 1000), 0);
  }

  /**
   * Registers a call.
   * @param at start time in milliseconds, by `performance.now()`
   * @returns the function to call once the response has arrived
   */
  begin(at: number): () => void {
    const slot = this.begun.take({ at });
    return () => this.begun.release(slot);
  }
}

/** Length of a window in milliseconds. A window begins with an event. */
const WINDOW_MS = 5;
/** Number of events that make a window full. */
const FULL_WINDOW = 5;
/** Milliseconds without an event after which the rate is no longer high. */
const QUIET_MS = 1000;

/**
 * Detects whether events come so fast that it costs too much to read a few of them at a time, or to send a
 * notification for each. The rate becomes high after two full windows in a row. It stops being high after two
 * windows in a row that are not full. Events that gather during a stall and then arrive together fill only
 * one window, so they do not make the rate high.
 */
export class EventRate {
  #began = Number.NEGATIVE_INFINITY;
  #events = 0;
  #wasFull = false;
  #isHigh = false;

  /** @param now in milliseconds, from a clock that never goes back */
  count(events: number, now: number): void {
    if (now - this.#began < WINDOW_MS) {
      this.#events += events;
      return;
    }
    this.#endWindow(now);
    this.#began = now;
    this.#events = events;
  }

  isHigh(now: number): boolean {
    return this.#isHigh && !this.#isQuiet(now);
  }

  #endWindow(now: number): void {
    const isFull = this.#events >= FULL_WINDOW;
    if (this.#isQuiet(now)) this.#isHigh = this.#wasFull = false;
    else {
      if (isFull === this.#wasFull) this.#isHigh = isFull;
      this.#wasFull = isFull;
    }
  }

  #isQuiet(now: number): boolean {
    return now - this.#began >= QUIET_MS;
  }
}

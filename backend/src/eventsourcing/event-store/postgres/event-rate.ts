/** Length of a window in milliseconds, from its first event on. */
const WINDOW_MS = 5;
/** Events that make a window full. */
const CROWD = 5;
/** Milliseconds of quiet after which we assume no concurrent appends. */
const GONE_MS = 1000;

/**
 * Detects whether events come so fast that reading few at a time, or notifying of each, costs more than it
 * gains. Two full windows in a row start this state, and two that are not full end it. Events that merely
 * gathered while something stalled fill only one window.
 */
export class Crowd {
  #began = Number.NEGATIVE_INFINITY;
  #events = 0;
  #wasFull = false;
  #isThere = false;

  /** @param now milliseconds, of a clock that never goes back */
  count(events: number, now: number): void {
    if (now - this.#began < WINDOW_MS) {
      this.#events += events;
      return;
    }
    this.#endWindow(now);
    this.#began = now;
    this.#events = events;
  }

  isThere(now: number): boolean {
    return this.#isThere && !this.#isGone(now);
  }

  #endWindow(now: number): void {
    const isFull = this.#events >= CROWD;
    if (this.#isGone(now)) this.#isThere = this.#wasFull = false;
    else {
      if (isFull === this.#wasFull) this.#isThere = isFull;
      this.#wasFull = isFull;
    }
  }

  #isGone(now: number): boolean {
    return now - this.#began >= GONE_MS;
  }
}

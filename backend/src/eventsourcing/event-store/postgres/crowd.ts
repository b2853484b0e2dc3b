/** Milliseconds in which events are counted, from the first of them on. */
const WINDOW_MS = 5;
/** Events in a window that is full. */
const CROWD = 5;
/** Milliseconds without a further window after which nobody is there any longer. */
const GONE_MS = 1000;

/**
 * Whether events come so fast that to look at a few at a time, or to tell of them, costs more than it gains. Two full
 * windows, one after the other, make a crowd, and two that are not end it: what merely gathered while something stalled
 * fills one.
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

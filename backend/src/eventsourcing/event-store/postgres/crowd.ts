/** Milliseconds in which events are counted, from the first of them on. */
const WINDOW_MS = 10;
/** Events within each of the last two windows: what merely gathered while something stalled is in one. */
const CROWD = 8;
/** Milliseconds without a further window after which nobody is there any longer. */
const GONE_MS = 1000;

/** Whether events come so fast that to look at a few at a time, or to tell of them, costs more than it gains. */
export class Crowd {
  #began = Number.NEGATIVE_INFINITY;
  #counts: readonly [number, number, number] = [0, 0, 0];

  /** @param now milliseconds, of a clock that never goes back */
  count(events: number, now: number): void {
    const [, before, last] = this.#counts;
    if (now - this.#began < WINDOW_MS) {
      this.#counts = [this.#counts[0], before, last + events];
      return;
    }
    this.#counts = this.#isGone(now) ? [0, 0, events] : [before, last, events];
    this.#began = now;
  }

  isThere(now: number): boolean {
    const [first, second] = this.#counts;
    return first >= CROWD && second >= CROWD && !this.#isGone(now);
  }

  #isGone(now: number): boolean {
    return now - this.#began >= GONE_MS;
  }
}

import { RuleBroken } from '../../platform/errors/rule-broken.js';

/** Maximum number of waiting logins. A backend can handle about this many logins in a second. */
const WAITING = 8;
/** Milliseconds. */
const WAIT_MS = 2_000;

/**
 * Tests one password after the other, because each test takes two threads and 38 MiB for a while
 * (rule:budget-of-a-request).
 */
export class LoginTurns {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws RuleBroken `unavailable` if too many logins wait, or if this login has waited too long */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.count > WAITING) throw new RuleBroken('unavailable');
    this.count += 1;
    const queuedAt = this.now();
    const turn = this.last.then(() => {
      if (this.now() - queuedAt > WAIT_MS) throw new RuleBroken('unavailable');
      return work();
    });
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.count -= 1;
    }
  }
}

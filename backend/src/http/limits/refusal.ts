import { BUSY_WORDS } from '@siegel/contracts/errors';
import { RateLimited } from '../problems/http-errors.js';
import { type LimitName, LIMITS, type LimitRule } from '../routes/rate-limits.js';

/** The key under which a limit counts the calls of all clients together. */
export const EVERYBODY = 'everybody';

/**
 * Returns the error for a call that this limit refuses. The error has the code and the text for this kind of
 * limit. Pure.
 */
export function refusalOf(name: LimitName, retryAfterSeconds: number): RateLimited {
  const { counts }: LimitRule = LIMITS[name];
  if (counts === 'recipients') return new RateLimited(retryAfterSeconds, 'mail_limit');
  return new RateLimited(retryAfterSeconds, 'rate_limited', counts === 'everybody' ? BUSY_WORDS : undefined);
}

import { type LimitName, LIMITS, type LimitRule } from '../routes/rate-limits.js';
import type { CountedCall } from './counted-call.js';
import type { RateLimiter } from './rate-limiter.js';
import { EVERYBODY } from './refusal.js';

/**
 * Counts a call under the client's own limit. If there is also a limit for all clients together, the call is
 * then counted under that limit as well (rule:costs-have-a-ceiling). A call that exceeds the client's own
 * limit is not counted under the limit for all clients.
 * @returns the counted calls, so that the caller can take them back
 * @throws RateLimited
 */
export async function countWithCeiling(
  limiter: Pick<RateLimiter, 'count' | 'takeBack'>,
  limit: LimitName,
  client: string,
): Promise<readonly CountedCall[]> {
  const { ceiling }: LimitRule = LIMITS[limit];
  const own = await limiter.count(limit, client);
  if (own === undefined) return [];
  if (ceiling === undefined) return [own];
  try {
    const all = await limiter.count(ceiling, EVERYBODY);
    return all === undefined ? [own] : [own, all];
  } catch (error) {
    await limiter.takeBack(own);
    throw error;
  }
}

import type { FastifyRequest } from 'fastify';
import '../http/requests/fastify-request.js';
import { countWithCeiling } from '../http/limits/count-with-ceiling.js';
import type { RateLimiter } from '../http/limits/rate-limiter.js';
import type { LimitName } from '../http/routes/rate-limits.js';

/**
 * Counts a call that is passed on to the provider. A call that is refused earlier is not counted
 * (rule:limits-per-address). If the queue for the provider is full, the call is removed from the count again.
 * @throws RateLimited, also if all clients together reached their limit
 */
export async function countReal(
  limiter: Pick<RateLimiter, 'count' | 'takeBack'>,
  limit: LimitName,
  client: string,
  request: FastifyRequest,
): Promise<void> {
  const counted = await countWithCeiling(limiter, limit, client);
  if (counted.length > 0) request.countedCalls = counted;
}

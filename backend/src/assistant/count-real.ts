import type { FastifyRequest } from 'fastify';
import '../http/requests/fastify-request.js';
import type { RateLimiter } from '../http/limits/rate-limiter.js';
import type { LimitName } from '../http/routes/rate-limits.js';

/**
 * Counts a call that goes on to the provider; calls that are refused before do not cost anything
 * (rule:limits-per-address). If there is no room in the queue for the provider, the count is taken back.
 * @throws RateLimited
 */
export async function countReal(
  limiter: Pick<RateLimiter, 'count'>,
  limit: LimitName,
  client: string,
  request: FastifyRequest,
): Promise<void> {
  const counted = await limiter.count(limit, client);
  if (counted !== undefined) request.countedCalls = [counted];
}

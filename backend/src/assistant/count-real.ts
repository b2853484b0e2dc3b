import type { FastifyRequest } from 'fastify';
import '../http/requests/fastify-request.js';
import type { RateLimiter } from '../http/limits/rate-limiter.js';
import type { LimitName } from '../http/routes/rate-limits.js';

/**
 * Counts a call that goes on to the provider. Calls that are refused earlier are not counted
 * (rule:limits-per-address). If the queue for the provider is full, the count is taken back.
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

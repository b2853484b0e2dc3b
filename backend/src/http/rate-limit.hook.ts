import type { FastifyInstance, FastifyRequest } from 'fastify';
import './fastify-request.js';
import type { CountedCall, RateLimiter } from './rate-limiter.js';
import { limitOfRoute, LIMITS, type LimitRule } from './rate-limits.js';
import { addressOf } from './request-context.js';
import { routeOf } from './route-pattern.js';
import { rulesOf } from './route-rules.js';

async function count(limiter: RateLimiter, request: FastifyRequest): Promise<void> {
  const address = addressOf(request);
  limiter.countShared(limitOfRoute(routeOf(request)), address);
  const { limit } = rulesOf(request);
  const counted = limit === undefined ? undefined : await limiter.count(limit, address);
  if (counted !== undefined) request.countedCalls = [counted];
}

/** Counted beforehand, so that many at once cannot slip through; those that ended well are taken back. */
async function takeBackWhatDoesNotCount(limiter: RateLimiter, request: FastifyRequest): Promise<void> {
  const calls = (request.countedCalls ?? []).filter((call: CountedCall) => {
    const { countedCodes }: LimitRule = LIMITS[call.name];
    return (
      countedCodes !== undefined &&
      (request.problemCode === undefined || !countedCodes.includes(request.problemCode))
    );
  });
  delete request.countedCalls;
  const taken = Promise.all(calls.map((call) => limiter.takeBack(call))).catch(() => undefined);
  // With the database away the answer, which says so, does not wait for it.
  if (request.problemCode !== 'unavailable') await taken;
}

/** Holds calls to the limits of their route (rule:limits-per-address) before anything of their body is read. */
export function limitCalls(fastify: FastifyInstance, limiter: RateLimiter): void {
  fastify.addHook('onRequest', (request) => count(limiter, request));
  fastify.addHook('onSend', async (request) => {
    if (request.countedCalls !== undefined) await takeBackWhatDoesNotCount(limiter, request);
  });
}

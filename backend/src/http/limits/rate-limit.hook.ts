import type { FastifyInstance, FastifyRequest } from 'fastify';
import '../requests/fastify-request.js';
import type { RateLimiter } from './rate-limiter.js';
import { countWithCeiling } from './count-with-ceiling.js';
import type { CountedCall } from './counted-call.js';
import { type LimitName, limitOfRoute, LIMITS, type LimitRule } from '../routes/rate-limits.js';
import { addressOf } from '../requests/request-context.js';
import { clientOf, HIDDEN_CLIENTS } from '../callers/client.js';
import { routeOf } from '../routes/route-pattern.js';
import { rulesOf } from '../routes/route-rules.js';
import { ANSWER_MS } from '../lifecycle/limit-answer-time.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { pause } from '../../platform/async/pause.js';

/** Longest time in milliseconds that a response waits for `takeBack`. */
const TAKE_BACK_MS = 1_000;

type Limiter = Pick<RateLimiter, 'count' | 'countShared' | 'takeBack'>;

async function count(
  limiter: Limiter,
  limit: LimitName,
  request: FastifyRequest,
  withinMs: number,
): Promise<void> {
  const counted = await inTime(countWithCeiling(limiter, limit, clientOf(request)), withinMs);
  if (counted.length > 0) request.countedCalls = counted;
}

/**
 * @throws RuleBroken `unavailable` if the database does not answer in time (rule:answer-within-five-seconds)
 */
async function inTime<Counted>(counting: Promise<Counted>, ms: number): Promise<Counted> {
  const over = new AbortController();
  const late = pause(ms, over.signal).then(() => {
    throw new RuleBroken('unavailable');
  });
  try {
    return await Promise.race([counting, late]);
  } finally {
    late.catch(() => undefined);
    counting.catch(() => undefined);
    over.abort();
  }
}

/**
 * Takes back the count of a call if the call's outcome means that it should not use up the limit. The call
 * was already counted before it was handled, because otherwise concurrent calls could exceed the limit.
 */
async function takeBackUncounted(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const calls = (request.countedCalls ?? []).filter((call: CountedCall) => {
    const { countedCodes, uncountedCodes = [] }: LimitRule = LIMITS[call.name];
    const { problemCode: code } = request;
    // A call that was refused as `unavailable` can be repeated, so it does not count towards the limit.
    if (code !== undefined && ['unavailable', ...uncountedCodes].includes(code)) return true;
    return countedCodes !== undefined && (code === undefined || !countedCodes.includes(code));
  });
  delete request.countedCalls;
  const taken = Promise.all(calls.map((call) => limiter.takeBack(call))).catch(() => undefined);
  // If the response says that the service is unavailable, it does not wait for the database, because the
  // database may be the cause.
  if (request.problemCode !== 'unavailable') await Promise.race([taken, pause(TAKE_BACK_MS)]);
}

/** Applies the route's limits (rule:limits-per-address) before the body is read. */
export function limitCalls(fastify: FastifyInstance, limiter: Limiter, withinMs = ANSWER_MS): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (addressOf(request) === null) limiter.countShared('hidden', HIDDEN_CLIENTS);
    limiter.countShared(limitOfRoute(routeOf(request)), clientOf(request));
    const { limit } = rulesOf(request);
    if (limit === undefined) done();
    else count(limiter, limit, request, withinMs).then(() => done(), done);
  });
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    if (request.countedCalls === undefined) done();
    else takeBackUncounted(limiter, request).then(() => done(), done);
  });
}

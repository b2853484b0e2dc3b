import type { FastifyInstance, FastifyRequest } from 'fastify';
import '../requests/fastify-request.js';
import type { RateLimiter } from './rate-limiter.js';
import type { CountedCall } from './counted-call.js';
import { type LimitName, limitOfRoute, LIMITS, type LimitRule } from '../routes/rate-limits.js';
import { addressOf } from '../requests/request-context.js';
import { clientOf, HIDDEN_CLIENTS } from '../callers/client.js';
import { routeOf } from '../routes/route-pattern.js';
import { rulesOf } from '../routes/route-rules.js';
import { ANSWER_MS } from '../lifecycle/answer-in-time.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { pause } from '../../platform/async/pause.js';

/** Milliseconds that an answer waits for what does not count to be taken back. */
const TAKE_BACK_MS = 1_000;

type Limiter = Pick<RateLimiter, 'count' | 'countShared' | 'takeBack'>;

async function count(
  limiter: Limiter,
  limit: LimitName,
  request: FastifyRequest,
  withinMs: number,
): Promise<void> {
  const counted = await inTime(limiter.count(limit, clientOf(request)), withinMs);
  if (counted !== undefined) request.countedCalls = [counted];
}

/** @throws RuleBroken `unavailable` where the database has gone silent (rule:answer-within-five-seconds) */
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

/** Counted beforehand, so that many at once cannot slip through; those that ended well are taken back. */
async function takeBackWhatDoesNotCount(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const calls = (request.countedCalls ?? []).filter((call: CountedCall) => {
    const { countedCodes }: LimitRule = LIMITS[call.name];
    // A call for which there was no room may come again.
    if (request.problemCode === 'unavailable') return true;
    return (
      countedCodes !== undefined &&
      (request.problemCode === undefined || !countedCodes.includes(request.problemCode))
    );
  });
  delete request.countedCalls;
  const taken = Promise.all(calls.map((call) => limiter.takeBack(call))).catch(() => undefined);
  // With the database away the answer, which says so, does not wait for it.
  if (request.problemCode !== 'unavailable') await Promise.race([taken, pause(TAKE_BACK_MS)]);
}

/** Holds calls to the limits of their route (rule:limits-per-address) before anything of their body is read. */
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
    else takeBackWhatDoesNotCount(limiter, request).then(() => done(), done);
  });
}

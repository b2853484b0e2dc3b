import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';
import { Places } from '../../platform/async/places.js';
import { sendProblem } from '../problems/problem.filter.js';

/**
 * Milliseconds from the moment a request has arrived in full. A database that has gone silent is noticed by
 * its connections only after half a minute; nobody waits so long.
 */
export const ANSWER_MS = 5000;

export interface AnswerInTimeOptions {
  /** ANSWER_MS by default. Where it is longer, what a route has of its own is stretched alike. */
  readonly withinMs?: number | undefined;
  /** From then on nobody waits any longer, whatever the route: connections are about to be cut. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Answers 503 `unavailable` where the handler takes too long (rule:answer-within-five-seconds). Its work goes
 * on and may still succeed: an outcome that the client does not know, as with any lost answer, so that asking
 * again is safe (idempotency keys, one signature per party, one open intent).
 */
export function answerInTime(
  fastify: FastifyInstance,
  logger: Logger,
  { withinMs = ANSWER_MS, stopping }: AnswerInTimeOptions = {},
): void {
  const stretch = Math.max(1, withinMs / ANSWER_MS);
  /** What each request that waits for its handler is told where it waits for too long. */
  const waiting = new Places<() => void>();
  stopping?.addEventListener('abort', () => waiting.all().forEach((answer) => answer()), { once: true });
  fastify.addHook('preHandler', (request, reply, done) => {
    const answer = (): void => {
      waiting.leave(place);
      // A large file on its way to a slow reader is an answer.
      if (reply.sent || reply.raw.headersSent) return;
      sendProblem(new RuleBroken('unavailable'), request, reply, logger);
      // What the handler says later reaches nobody; the framework would only log it together with the
      // address.
      reply.send = () => reply;
    };
    const { answerWithinMs } = rulesOf(request);
    const timer = setTimeout(answer, answerWithinMs === undefined ? withinMs : answerWithinMs * stretch);
    const place = waiting.take(answer);
    request.waitsNoLonger = () => {
      clearTimeout(timer);
      waiting.leave(place);
    };
    reply.raw.once('close', request.waitsNoLonger);
    done();
  });
  // First of its kind: what others still do before an answer goes out is not to be overtaken by a second one.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    request.waitsNoLonger?.();
    done();
  });
}

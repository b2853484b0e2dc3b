import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/logging/logger.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { rulesOf } from './route-rules.js';
import { sendProblem } from './problem.filter.js';

/**
 * Milliseconds from the moment a request has arrived in full. A database that has gone silent is noticed by
 * its connections only after half a minute; nobody waits so long.
 */
export const ANSWER_MS = 5000;

/**
 * Answers 503 `unavailable` where the handler takes too long (rule:answer-within-five-seconds). Its work goes
 * on and may still succeed: an outcome that the client does not know, as with any lost answer, so that asking
 * again is safe (idempotency keys, one signature per party, one open intent).
 */
export function answerInTime(fastify: FastifyInstance, logger: Logger, withinMs = ANSWER_MS): void {
  fastify.addHook('preHandler', (request, reply, done) => {
    const timer = setTimeout(() => {
      // A large file on its way to a slow reader is an answer.
      if (reply.sent || reply.raw.headersSent) return;
      sendProblem(new RuleBroken('unavailable'), request, reply, logger);
      // What the handler says later reaches nobody; the framework would only log it together with the
      // address.
      reply.send = () => reply;
    }, rulesOf(request).answerWithinMs ?? withinMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

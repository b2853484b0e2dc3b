import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';
import { SlotPool } from '../../platform/async/slot-pool.js';
import { sendProblem } from '../problems/problem.filter.js';

/**
 * Milliseconds for an answer, counted from the arrival of the whole request. A database connection notices
 * only after half a minute that the database is silent, and no client waits that long.
 */
export const ANSWER_MS = 5000;

export interface AnswerTimeOptions {
  /** ANSWER_MS by default. If it is longer, the routes' own limits are stretched in proportion. */
  readonly withinMs?: number | undefined;
  /**
   * When it aborts, all waiting requests are answered immediately, because connections are about to be cut.
   */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Answers 503 `unavailable` if the handler takes too long (rule:answer-within-five-seconds). The handler
 * continues and may still succeed, so the client does not know the outcome, as with any lost answer.
 * Repeating the call is safe (idempotency keys, one signature per party, one open intent).
 */
export function limitAnswerTime(
  fastify: FastifyInstance,
  logger: Logger,
  { withinMs = ANSWER_MS, stopping }: AnswerTimeOptions = {},
): void {
  const stretch = Math.max(1, withinMs / ANSWER_MS);
  /** For each request that waits for its handler, the function that answers it with 503. */
  const waiting = new SlotPool<() => void>();
  stopping?.addEventListener('abort', () => waiting.all().forEach((answer) => answer()), { once: true });
  fastify.addHook('preHandler', (request, reply, done) => {
    const answer = (): void => {
      waiting.release(slot);
      // A large file on its way to a slow reader counts as an answer.
      if (reply.sent || reply.raw.headersSent) return;
      sendProblem(new RuleBroken('unavailable'), request, reply, logger);
      // A later answer by the handler is dropped. The framework could only log it, together with the address.
      reply.send = () => reply;
    };
    const { answerWithinMs } = rulesOf(request);
    const timer = setTimeout(answer, answerWithinMs === undefined ? withinMs : answerWithinMs * stretch);
    const slot = waiting.take(answer);
    request.stopTimeout = () => {
      clearTimeout(timer);
      waiting.release(slot);
    };
    reply.raw.once('close', request.stopTimeout);
    done();
  });
  // This hook comes before the other `onSend` hooks: a second answer must not overtake their work.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    request.stopTimeout?.();
    done();
  });
}

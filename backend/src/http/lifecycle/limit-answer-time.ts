import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';
import { SlotPool } from '../../platform/async/slot-pool.js';
import { sendProblem } from '../problems/problem.filter.js';

/**
 * Milliseconds within which a handler must respond, counted from the arrival of the whole request. A database
 * connection takes half a minute to notice a silent database, and no client waits that long.
 */
export const ANSWER_MS = 5000;

export interface AnswerTimeOptions {
  /**
   * ANSWER_MS by default. If `withinMs` is longer, the limits of individual routes are lengthened in
   * proportion.
   */
  readonly withinMs?: number | undefined;
  /**
   * When this signal aborts, all waiting requests get a 503 immediately, because connections are about to be
   * cut.
   */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Responds with 503 `unavailable` if the handler takes too long (rule:answer-within-five-seconds). The
 * handler continues and may still succeed. So the client does not know the outcome, as after any lost
 * response. Repeating the call is safe because of idempotency keys, one signature per party and one open
 * intent.
 */
export function limitAnswerTime(
  fastify: FastifyInstance,
  logger: Logger,
  { withinMs = ANSWER_MS, stopping }: AnswerTimeOptions = {},
): void {
  const stretch = Math.max(1, withinMs / ANSWER_MS);
  /** One function for each request that waits for its handler. The function answers the request with 503. */
  const waiting = new SlotPool<() => void>();
  stopping?.addEventListener('abort', () => waiting.all().forEach((answer) => answer()), { once: true });
  fastify.addHook('preHandler', (request, reply, done) => {
    const answer = (): void => {
      waiting.release(slot);
      // If the headers are sent, the request counts as answered. An example is a large file on its way to a
      // slow reader.
      if (reply.sent || reply.raw.headersSent) return;
      sendProblem(new RuleBroken('unavailable'), request, reply, logger);
      // A later response from the handler is dropped. The framework could only log it, and the log line would
      // contain the request's URL.
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
  // This hook runs before the other `onSend` hooks, so that no 503 is sent while they process the handler's
  // response.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    request.stopTimeout?.();
    done();
  });
}

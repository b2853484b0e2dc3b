import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { rulesOf } from '../routes/route-rules.js';
import { SlotPool } from '../../platform/async/slot-pool.js';
import { sendProblem } from '../problems/problem.filter.js';

/**
 * Milliseconds within which a handler must respond, measured from the arrival of the whole request. A
 * database connection takes half a minute to notice that the database does not respond, and no client waits
 * that long.
 */
export const ANSWER_MS = 5000;

export interface AnswerTimeOptions {
  /**
   * ANSWER_MS by default. If `withinMs` is longer than ANSWER_MS, the limits of routes that have their own
   * limit become longer in proportion.
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
 * response. The client can safely repeat the request: idempotency keys prevent a second effect, each party
 * signs only once, and each party has only one open intent.
 */
export function limitAnswerTime(
  fastify: FastifyInstance,
  logger: Logger,
  { withinMs = ANSWER_MS, stopping }: AnswerTimeOptions = {},
): void {
  const stretch = Math.max(1, withinMs / ANSWER_MS);
  /** Functions that respond with 503. There is one for each request that waits for its handler. */
  const waiting = new SlotPool<() => void>();
  stopping?.addEventListener('abort', () => waiting.all().forEach((answer) => answer()), { once: true });
  fastify.addHook('preHandler', (request, reply, done) => {
    const answer = (): void => {
      waiting.release(slot);
      // If the headers have been sent, the response has begun and must not be replaced. An example is a large
      // file that a client reads slowly.
      if (reply.sent || reply.raw.headersSent) return;
      sendProblem(new RuleBroken('unavailable'), request, reply, logger);
      // Drop a later response from the handler. The framework could not send it but would log it, and the log
      // line would contain the URL of the request.
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

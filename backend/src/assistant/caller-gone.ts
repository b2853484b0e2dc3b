import type { FastifyReply } from 'fastify';

/**
 * Aborted when whoever called has hung up, or was told that the answer takes too long. After an answer it says so, too;
 * then nobody listens.
 */
export function callerGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

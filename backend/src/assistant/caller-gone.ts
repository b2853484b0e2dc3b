import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that is aborted when the caller disconnects, and after every response. If the response
 * says that the call takes too long, the signal ends the work. After a normal response, nothing listens to
 * the signal any more.
 */
export function callerGoneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

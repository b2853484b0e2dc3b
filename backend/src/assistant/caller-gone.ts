import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that is aborted when the caller disconnects, or when the caller got the response that the
 * call takes too long. The signal is also aborted after a normal response, but by then nothing listens to it.
 */
export function callerGoneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

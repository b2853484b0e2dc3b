import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that is aborted when the caller has disconnected, or got the answer that the call takes
 * too long. It is also aborted after a normal answer, but then nothing listens to it any more.
 */
export function callerGoneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';

/** The route of all calls whose address cannot be read. Whoever names it finds nothing either. */
export const UNREADABLE_ADDRESS = '/api/unreadable-address';

/**
 * The router hands such a call on past all hooks. It is sent to a route of its own, so that it gets what every
 * call gets: headers, limits, log and metrics (rule:errors-are-problems).
 */
export function routeUnreadableAddress(
  _error: Error,
  { raw, server }: FastifyRequest,
  reply: FastifyReply,
): void {
  raw.url = UNREADABLE_ADDRESS;
  server.routing(raw, reply.raw);
}

export function refuseUnreadableAddresses(fastify: FastifyInstance): void {
  // A hook, which comes after those of all routes and before the body is read.
  const onRequest = async (): Promise<void> => {
    throw new RuleBroken('not_found');
  };
  // Unknown to whoever asks, from wherever.
  const config = { rules: { foreignOrigin: true } } as const;
  fastify.all(UNREADABLE_ADDRESS, { config, onRequest }, () => undefined);
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';

/** The route of all calls with an undecodable address. A call to it by name gets 404 too. */
export const UNREADABLE_ADDRESS = '/api/unreadable-address';

/**
 * The router passes such a call on without any hooks. It is sent to its own route, so that it gets everything
 * that a call gets: headers, limits, log and metrics (rule:errors-are-problems).
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
  // A hook, which runs after those of all routes and before the body is read.
  const onRequest = async (): Promise<void> => {
    throw new RuleBroken('not_found');
  };
  // Unknown to every caller, from any origin.
  const config = { rules: { foreignOrigin: true } } as const;
  fastify.all(UNREADABLE_ADDRESS, { config, onRequest }, () => undefined);
}

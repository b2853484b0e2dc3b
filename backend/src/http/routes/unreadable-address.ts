import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';

/**
 * The route to which all calls with an undecodable address are sent. A call that names this address itself
 * gets 404 too.
 */
export const UNREADABLE_ADDRESS = '/api/unreadable-address';

/**
 * Sends a call with an undecodable address to the route UNREADABLE_ADDRESS. Without this, the router would
 * respond without running any hooks. On that route the call gets headers, limits, a log line and metrics like
 * every other call (rule:errors-are-problems).
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
  // The refusal is a hook of the route itself. So it runs after the hooks that all routes have, and before
  // the body is read.
  const onRequest = async (): Promise<void> => {
    throw new RuleBroken('not_found');
  };
  // Calls from other sites, and calls with a body of any type, get 404 as well, because the address exists for
  // nobody.
  const config = { rules: { foreignOrigin: true, ignoresBody: true } } as const;
  fastify.all(UNREADABLE_ADDRESS, { config, onRequest }, () => undefined);
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isListed } from '../../platform/network/ip-address.js';
import '../requests/fastify-request.js';

/** The value that RFC 7239 defines for proxies that hide their clients. */
const UNKNOWN = /^(?:unknown)?$/i;

/** True if `X-Forwarded-For` is missing or says that the client is unknown. */
const hidesClient = ({ headers }: FastifyRequest): boolean => {
  const header = headers['x-forwarded-for'];
  return UNKNOWN.test((Array.isArray(header) ? header.join(',') : (header ?? '')).trim());
};

/**
 * Marks requests from a proxy that does not know its client's address. An example is nginx in a container
 * whose engine shows nginx the same gateway address for every client. Without the mark, the proxy's own
 * address would be recorded as the client's address (rule:client-addresses-are-evidence).
 * @param trustedProxies the proxies of TRUST_PROXY
 */
export function noteHiddenAddresses(fastify: FastifyInstance, trustedProxies: readonly string[]): void {
  if (trustedProxies.length === 0) return;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (hidesClient(request) && isListed(request.socket.remoteAddress ?? '', trustedProxies))
      request.hasHiddenAddress = true;
    done();
  });
}

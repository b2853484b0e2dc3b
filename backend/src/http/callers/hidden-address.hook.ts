import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isListed } from '../../platform/network/ip-address.js';
import '../requests/fastify-request.js';

/** As RFC 7239 spells it, and proxies do that were told to hide their clients. */
const UNKNOWN = /^(?:unknown)?$/i;

/** Whether the header names nobody: it is not there, or says so. */
const namesNobody = ({ headers }: FastifyRequest): boolean => {
  const told = headers['x-forwarded-for'];
  return UNKNOWN.test((Array.isArray(told) ? told.join(',') : (told ?? '')).trim());
};

/**
 * Notes which requests come from a proxy that does not know its client's address, as nginx in a container does where the
 * engine shows a gateway in the place of clients: else the proxy's own address would be recorded as theirs
 * (rule:client-addresses-are-evidence).
 * @param believed the proxies of TRUST_PROXY
 */
export function noteHiddenAddresses(fastify: FastifyInstance, believed: readonly string[]): void {
  if (believed.length === 0) return;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (namesNobody(request) && isListed(request.socket.remoteAddress ?? '', believed))
      request.hasHiddenAddress = true;
    done();
  });
}

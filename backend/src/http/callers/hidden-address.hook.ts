import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import { addressIn, isListed } from '../../platform/network/ip-address.js';
import '../requests/fastify-request.js';

/** The value that RFC 7239 defines for proxies that hide their clients. */
const UNKNOWN = /^(?:unknown)?$/i;

/** True if `X-Forwarded-For` is missing or says that the client is unknown. */
const hidesClient = ({ headers }: FastifyRequest): boolean => {
  const header = headers['x-forwarded-for'];
  return UNKNOWN.test((Array.isArray(header) ? header.join(',') : (header ?? '')).trim());
};

/**
 * True if this hop is a proxy of TRUST_PROXY. Proxies can name a hop with its port.
 * @param hop the address of a connection, or one in `X-Forwarded-For`
 */
export const isTrusted = (hop: string, trustedProxies: readonly string[]): boolean =>
  isListed(addressIn(hop) ?? '', trustedProxies);

/**
 * Marks requests from a proxy that does not know its client's address. An example is nginx in a container
 * whose engine shows nginx the same gateway address for every client. Without the mark, the proxy's own
 * address would be recorded as the client's address (rule:client-addresses-are-evidence). If a proxy names a
 * client by a text that is no address, the client's address is unknown too. That is most likely a mistake in
 * the proxy's configuration, so it is logged once.
 * @param trustedProxies the proxies of TRUST_PROXY
 */
export function noteHiddenAddresses(
  fastify: FastifyInstance,
  trustedProxies: readonly string[],
  logger: Logger,
): void {
  if (trustedProxies.length === 0) return;
  let isLogged = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (hidesClient(request)) {
      if (isTrusted(request.socket.remoteAddress ?? '', trustedProxies)) request.hasHiddenAddress = true;
    } else if (!isLogged && isNoAddress(request.ip)) {
      isLogged = true;
      logger.warn({}, NO_ADDRESS);
    }
    done();
  });
}

const isNoAddress = (client: string): boolean => !UNKNOWN.test(client) && addressIn(client) === undefined;

const NO_ADDRESS =
  'A proxy of TRUST_PROXY names a client in X-Forwarded-For by something that is no address. The service does not know the addresses of such clients: the evidence has none, and limits count these clients together. Most likely the proxy adds a name or a wrong variable to the header. Make it add the plain address of the client. This is logged once for each start.';

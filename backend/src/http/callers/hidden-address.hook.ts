import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import { addressIn, isListed } from '../../platform/network/ip-address.js';
import '../requests/fastify-request.js';

/**
 * The values of `X-Forwarded-For` that name no client: an empty value, and `unknown`, which RFC 7239 defines
 * for proxies that hide their clients.
 */
const UNKNOWN = /^(?:unknown)?$/i;

/** True if `X-Forwarded-For` is missing or says that the client is unknown. */
const hidesClient = ({ headers }: FastifyRequest): boolean => {
  const header = headers['x-forwarded-for'];
  return UNKNOWN.test((Array.isArray(header) ? header.join(',') : (header ?? '')).trim());
};

/**
 * True if this hop is a proxy in TRUST_PROXY. A proxy may add the port to the address of a hop.
 * @param hop the peer address of a connection, or an entry in `X-Forwarded-For`
 */
export const isTrusted = (hop: string, trustedProxies: readonly string[]): boolean =>
  isListed(addressIn(hop) ?? '', trustedProxies);

/**
 * Marks requests from a proxy that does not know the address of its client. An example is nginx in a
 * container, if the container engine shows nginx the same gateway address for every client. Without the mark,
 * the service would record the proxy's address as the client's address (rule:client-addresses-are-evidence).
 *
 * A proxy may also name a client by a text that is not an address. The client's address is then unknown too.
 * Such a text is most likely a mistake in the proxy's configuration, so it is logged once.
 * @param trustedProxies the proxies in TRUST_PROXY
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

import type { Pool } from 'pg';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { isOwnHost, parseIp } from '../platform/network/ip-address.js';
import type { Logger } from '../platform/logging/logger.js';
import { newestSignedNdas } from '../agreements/newest-signed.query.js';

/** Minimum number of signatures for a warning. Fewer signatures say nothing about clients in general. */
const SIGNATURES_MIN = 3;

const SIGNED: ReadonlySet<NdaEvent['type']> = new Set<NdaEvent['type']>(['Party1Signed', 'Party2Signed']);

type Address = string | null;

/**
 * Returns the addresses from which the newest agreements were signed, as recorded in the evidence; null for
 * an unknown address.
 */
export async function recentAddresses(
  pool: Pick<Pool, 'query'>,
  journal: Pick<Journal, 'load'>,
): Promise<readonly Address[]> {
  const ids = await newestSignedNdas(pool);
  const streams = await Promise.all(ids.map((id) => journal.load<NdaEvent>(ndaStream(id))));
  return streams
    .flatMap(({ events }) => events)
    .flatMap(({ type, origin }) => (SIGNED.has(type) && origin !== undefined ? [origin.ip] : []));
}

const isOfOwnNetwork = (address: Address): boolean =>
  address !== null && isOwnHost(address.includes(':') ? `[${address}]` : address) && !isLoopback(address);

const isLoopback = (address: string): boolean => parseIp(address)?.range() === 'loopback';

/**
 * Returns a warning if the addresses do not look like addresses of clients, otherwise undefined. The warning
 * contains no address, because an address could belong to a person. Pure.
 */
export function hiddenAddressesWarning(addresses: readonly Address[]): string | undefined {
  const [first = null] = addresses;
  const unknown = addresses.filter((address) => address === null).length;
  if (unknown >= SIGNATURES_MIN && unknown * 2 >= addresses.length)
    return `${unknown} of the last ${addresses.length} signatures have no client address in their evidence. The proxy in front of the service does not know the addresses, for instance because a container engine hides the clients.`;
  if (
    addresses.length >= SIGNATURES_MIN &&
    isOfOwnNetwork(first) &&
    addresses.every((address) => address === first)
  )
    return `The last ${addresses.length} signatures all have the same internal network address in their evidence. It is probably the address of a proxy or a gateway instead of the clients' addresses.`;
  return undefined;
}

/** Advice for an operator. */
export const SHOW_ADDRESSES =
  "See 'Client addresses' in docs/containers.md, and TRUST_PROXY in docs/operations.md.";

/**
 * Logs the warning during a start. If the addresses cannot be read, the start continues, because other parts
 * report that failure.
 */
export async function logHiddenAddresses(parts: {
  readonly pool: Pool;
  readonly journal: Journal;
  readonly logger: Logger;
}): Promise<void> {
  const addresses = await recentAddresses(parts.pool, parts.journal).catch(() => []);
  const warning = hiddenAddressesWarning(addresses);
  if (warning !== undefined) parts.logger.warn({}, `${warning} ${SHOW_ADDRESSES}`);
}

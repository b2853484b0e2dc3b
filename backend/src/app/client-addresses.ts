import type { Pool } from 'pg';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { isOwnHost, parseIp } from '../platform/network/ip-address.js';
import type { Logger } from '../platform/logging/logger.js';
import { newestSignedNdas } from '../agreements/newest-signed.query.js';

/** Fewer signatures say nothing of clients as a whole. */
const ENOUGH = 3;

const SIGNED: ReadonlySet<NdaEvent['type']> = new Set<NdaEvent['type']>(['Party1Signed', 'Party2Signed']);

type Address = string | null;

/** Addresses from which the newest agreements were signed, as they stand in the evidence; null where one is not known. */
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
 * Undefined where they look like those of clients. Names no address: one may be a person's.
 * Pure.
 */
export function hiddenAddressesWarning(addresses: readonly Address[]): string | undefined {
  const [first = null] = addresses;
  const unknown = addresses.filter((address) => address === null).length;
  if (unknown >= ENOUGH && unknown * 2 >= addresses.length)
    return `Of the ${addresses.length} last signatures ${unknown} have no client address in their evidence: the proxy in front knows none, as where a container engine hides clients.`;
  if (addresses.length >= ENOUGH && isOfOwnNetwork(first) && addresses.every((address) => address === first))
    return `The ${addresses.length} last signatures all have one address of an internal network in their evidence: it looks like that of a proxy or a gateway, not those of clients.`;
  return undefined;
}

/** Where it is described what to do. */
export const SHOW_ADDRESSES =
  "See 'Client addresses' in docs/containers.md, and TRUST_PROXY in docs/operations.md.";

/** At a start. What cannot be read is said elsewhere, and keeps no backend from starting. */
export async function tellHiddenAddresses(parts: {
  readonly pool: Pool;
  readonly journal: Journal;
  readonly logger: Logger;
}): Promise<void> {
  const addresses = await recentAddresses(parts.pool, parts.journal).catch(() => []);
  const warning = hiddenAddressesWarning(addresses);
  if (warning !== undefined) parts.logger.warn({}, `${warning} ${SHOW_ADDRESSES}`);
}

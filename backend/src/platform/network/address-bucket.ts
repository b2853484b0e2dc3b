import { firstGroups, parseIp } from './ip-address.js';

const GROUPS_OF_64_BITS = 4;

/**
 * Returns the unit that a rate limit counts: an IPv4 address, or the /64 network of an IPv6 address, because
 * a household has all addresses of a /64.
 */
export function addressBucket(address: string): string {
  const ip = parseIp(address);
  if (ip === undefined) return address;
  return 'parts' in ip ? `${firstGroups(ip, GROUPS_OF_64_BITS)}::/64` : ip.toString();
}

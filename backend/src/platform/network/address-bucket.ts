import { firstGroups, parseIp } from './ip-address.js';

const GROUPS_OF_64_BITS = 4;

/**
 * Returns the unit for which a rate limit counts requests. The unit is an IPv4 address, or the /64 network of
 * an IPv6 address. Single IPv6 addresses are not counted, because a household has all addresses of a /64.
 */
export function addressBucket(address: string): string {
  const ip = parseIp(address);
  if (ip === undefined) return address;
  return 'parts' in ip ? `${firstGroups(ip, GROUPS_OF_64_BITS)}::/64` : ip.toString();
}

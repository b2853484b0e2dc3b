import { firstGroups, parseIp } from '../../platform/network/ip-address.js';

const GROUPS_OF_48_BITS = 3;

/**
 * An address as shown on the audit page (rule:addresses-are-shortened): without the last part of IPv4 and the
 * last 80 bits of IPv6. Empty if it is not an address.
 */
export function shortenIp(address: string): string {
  const ip = parseIp(address);
  if (ip === undefined) return '';
  return 'parts' in ip
    ? `${firstGroups(ip, GROUPS_OF_48_BITS)}::/48`
    : `${ip.octets.slice(0, 3).join('.')}.x`;
}

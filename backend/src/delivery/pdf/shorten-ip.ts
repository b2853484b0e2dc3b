import { firstGroups, parseIp } from '../../platform/network/ip-address.js';

const GROUPS_OF_48_BITS = 3;

/**
 * An address as the audit page shows it (rule:addresses-are-shortened): the last part of IPv4 and the last 80
 * bits of IPv6 are left out. Empty where it is no address.
 */
export function shortenIp(address: string): string {
  const ip = parseIp(address);
  if (ip === undefined) return '';
  return 'parts' in ip
    ? `${firstGroups(ip, GROUPS_OF_48_BITS)}::/48`
    : `${ip.octets.slice(0, 3).join('.')}.x`;
}

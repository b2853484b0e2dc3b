import { firstGroups, parseIp } from '../../platform/network/ip-address.js';

const GROUPS_OF_48_BITS = 3;

/**
 * Returns an address as the audit page shows it (rule:addresses-are-shortened): IPv4 without its last part,
 * IPv6 without its last 80 bits. Empty if the text is not an address.
 */
export function shortenIp(address: string): string {
  const ip = parseIp(address);
  if (ip === undefined) return '';
  return 'parts' in ip
    ? `${firstGroups(ip, GROUPS_OF_48_BITS)}::/48`
    : `${ip.octets.slice(0, 3).join('.')}.x`;
}

import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_64_BITS = 4;

/** The eight groups of an IPv6 address, `::` filled in. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  const written = left.length + right.length + ([...left, ...right].some((group) => group.includes('.')) ? 1 : 0);
  return [...left, ...Array.from({ length: Math.max(0, GROUPS - written) }, () => '0'), ...right];
}

/** Whom a limit counts: an IPv4 address, or the /64 of an IPv6 one, of which a household has more than anybody can count. */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return address;
  const network = groupsOf(address).slice(0, GROUPS_OF_64_BITS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

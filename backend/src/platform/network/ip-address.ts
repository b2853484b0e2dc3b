import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Prefix of an IPv4 address as a dual-stack socket shows it: `::ffff:203.0.113.9`. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
/** The number of bits before the IPv4 address in a mapped address. */
const BITS_OF_MAPPING = 96;

/**
 * Turns an IPv4 address that a dual-stack socket has mapped to IPv6 back into its usual form. Leaves anything
 * else unchanged.
 */
export const withoutMapping = (address: string): string => address.replace(MAPPED, '');

/**
 * Parses an address. Returns undefined if the text is not an address. This check is stricter than the check
 * of `ipaddr.js`, which accepts `127.1`.
 */
export function parseIp(text: string): IpAddress | undefined {
  const plain = withoutMapping(text);
  return isIP(plain) === 0 ? undefined : ipaddr.parse(plain);
}

/** The format that some proxies use: the address followed by the connection's port, with IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * Returns the address that a proxy names, in its usual notation. A port and brackets are removed. An IPv4
 * address that is mapped to IPv6, in any notation, is returned as IPv4. Each address thus has only one
 * notation. Returns undefined if the text names no address.
 */
export function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * Returns the first `count` groups of an IPv6 address, in hexadecimal without leading zeros. An address has
 * eight groups.
 */
export const firstGroups = (address: ipaddr.IPv6, count: number): string =>
  address.parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');

/**
 * True for an IP address or a CIDR range, such as `203.0.113.9`, `2001:db8::1`, `10.0.0.0/8`,
 * `2001:db8::/32`.
 */
export function isAddressOrRange(text: string): boolean {
  const [address = ''] = text.split('/');
  return isIP(address) !== 0 && (address === text || ipaddr.isValidCIDR(text));
}

/**
 * True if the address is in a list of addresses and ranges. `isAddressOrRange` must accept each entry of the
 * list.
 */
export function isListed(address: string, list: readonly string[]): boolean {
  const ip = parseIp(address);
  if (ip === undefined) return false;
  return list.some((one) => {
    const [text = '', bits] = one.split('/');
    const start = parseIp(text);
    if (start === undefined || start.kind() !== ip.kind()) return false;
    if (bits === undefined) return start.toString() === ip.toString();
    const length = Number(bits) - (MAPPED.test(text) ? BITS_OF_MAPPING : 0);
    return length >= 0 && ip.match(start, length);
  });
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** True if a host, with or without a port, names this machine and is unreachable from elsewhere. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);

/** Ranges that are always within a machine's or an operator's own network. */
const OWN_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/**
 * True if a host belongs to this machine or to the operator's own network. Such a host has an address in one
 * of `OWN_RANGES`, or a name without a dot, because other networks do not know such names.
 * @param hostname the host without a port; an IPv6 address is in brackets
 */
export function isOwnHost(hostname: string): boolean {
  const ip = parseIp(hostname.replace(/^\[(.*)\]$/, '$1'));
  return ip === undefined ? !hostname.includes('.') : OWN_RANGES.has(ip.range());
}

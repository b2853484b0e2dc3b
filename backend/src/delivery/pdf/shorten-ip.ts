/** An address as the audit page shows it (decisions 14): the last part of IPv4 and the last 80 bits of IPv6 are left out. */
export function shortenIp(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  const v4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(mapped);
  if (v4?.[1] !== undefined) return `${v4[1]}.x`;
  if (!mapped.includes(':')) return '';
  const [head = '', tail] = mapped.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  return `${groups.slice(0, 3).join(':')}::/48`;
}

import { addressIn, firstGroups, isAddressOrRange, isListed, parseIp, withoutMapping } from './ip-address.js';

describe('an address', () => {
  it.each([
    ['203.0.113.9', 'ipv4', '203.0.113.9'],
    ['::ffff:203.0.113.9', 'ipv4', '203.0.113.9'],
    ['::FFFF:203.0.113.9', 'ipv4', '203.0.113.9'],
    ['2001:DB8::0001', 'ipv6', '2001:db8::1'],
    ['fe80::1%eth0', 'ipv6', 'fe80::1%eth0'],
    // Only the notation that a dual-stack socket writes counts as IPv4. The next two notations stay IPv6.
    ['::127.0.0.1', 'ipv6', '::ffff:7f00:1'],
    ['::ffff:7f00:1', 'ipv6', '::ffff:7f00:1'],
  ])('%s is %s', (text, kind, normal) => {
    expect(parseIp(text)?.kind()).toBe(kind);
    expect(parseIp(text)?.toString()).toBe(normal);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '999.1.1.1',
    '1.2.3.4:80',
    '::ffff:999.1.1.1',
  ])('"%s" is not an address', (text) => expect(parseIp(text)).toBeUndefined());

  it('keeps an unmapped address as it was written', () => {
    expect(withoutMapping('::FFFF:203.0.113.9')).toBe('203.0.113.9');
    for (const other of ['2001:0DB8::1', '::ffff:cb00:7109', 'nonsense'])
      expect(withoutMapping(other)).toBe(other);
  });

  it('has groups without leading zeros if it is IPv6', () => {
    const address = parseIp('2001:0DB8:00a3::1');
    if (address === undefined || !('parts' in address)) throw new Error('not IPv6');
    expect([firstGroups(address, 3), firstGroups(address, 4)]).toEqual(['2001:db8:a3', '2001:db8:a3:0']);
  });
});

describe('the address that a proxy names', () => {
  it.each([
    '100.64.7.7',
    '100.64.7.7:4711',
    '[100.64.7.7]',
    '[100.64.7.7]:4711',
    '::ffff:100.64.7.7',
    '[::FFFF:100.64.7.7]:4711',
    '::ffff:6440:707',
    '[::ffff:6440:707]:4711',
    '0:0:0:0:0:ffff:6440:0707',
  ])('%s is 100.64.7.7', (text) => expect(addressIn(text)).toBe('100.64.7.7'));

  it.each(['2001:db8::9', '[2001:DB8::9]:4711', '[2001:db8::9]', '2001:0db8:0:0:0:0:0:0009'])(
    '%s is 2001:db8::9',
    (text) => expect(addressIn(text)).toBe('2001:db8::9'),
  );

  it.each(['', 'unknown', '_hidden', '127.1', '100.64.7.7:', '100.64.7.7:471100', '[100.64.7.7', '4711'])(
    '"%s" is none',
    (text) => expect(addressIn(text)).toBeUndefined(),
  );
});

describe('addresses and ranges', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', '::1', '2001:db8::/32', '::/0', '::1/128'])(
    '%s',
    (text) => expect(isAddressOrRange(text)).toBe(true),
  );
  it.each([
    '',
    'proxy',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10/8',
    '10.1/8',
    '10.0.0.0/-1',
    '10.0.0.0/x',
  ])('"%s" is neither', (text) => expect(isAddressOrRange(text)).toBe(false));
});

describe('a list of addresses and ranges', () => {
  const list = ['10.0.0.0/8', '203.0.113.9', '2001:db8::/32', '::1'];
  it.each(['10.1.2.3', '203.0.113.9', '::ffff:203.0.113.9', '2001:DB8:7::1', '0:0::1'])(
    'names %s',
    (address) => expect(isListed(address, list)).toBe(true),
  );
  it.each(['11.0.0.1', '203.0.113.10', '2001:db9::1', '::2', '', 'proxy', '::a00:1'])(
    'does not name "%s"',
    (address) => expect(isListed(address, list)).toBe(false),
  );
  it('names the IPv4 addresses of a mapped range', () => {
    expect(isListed('10.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(true);
    expect(isListed('11.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(false);
    expect(isListed('10.1.2.3', ['::ffff:0.0.0.0/80'])).toBe(false);
  });
  it('names nobody if it is empty', () => expect(isListed('10.0.0.1', [])).toBe(false));
});

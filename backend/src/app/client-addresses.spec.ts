import { hiddenAddressesWarning } from './client-addresses.js';

const times = (count: number, address: string | null): readonly (string | null)[] =>
  Array.from({ length: count }, () => address);

describe('addresses of the last signatures', () => {
  it.each<[string, readonly (string | null)[]]>([
    ['there are no signatures', []],
    ['they are those of clients', ['203.0.113.1', '203.0.113.2', '2001:db8::1']],
    ['one client outside of our network signed all', times(20, '203.0.113.1')],
    ['they are those of this machine, as on a laptop', times(20, '127.0.0.1')],
    ['there are only two signatures', times(2, null)],
    ['fewer than half are unknown', [...times(9, '203.0.113.1'), ...times(8, null)]],
    ['an office has several addresses in one network', [...times(9, '192.168.1.4'), '192.168.1.5']],
  ])('cause no warning if %s', (_, addresses) => expect(hiddenAddressesWarning(addresses)).toBeUndefined());

  it('cause a warning if half of the addresses are unknown', () =>
    expect(hiddenAddressesWarning([...times(3, null), ...times(3, '203.0.113.1')])).toMatch(
      /^3 of the last 6 signatures have no client address/,
    ));

  it.each(['172.19.0.1', 'fd00::1', 'fe80::1', '10.0.0.1'])(
    'cause a warning that names no address if all signatures came from one internal address: %s',
    (address) => {
      const said = hiddenAddressesWarning(times(3, address));
      expect(said).toMatch(/^The last 3 signatures all have the same internal network address/);
      expect(said).not.toContain(address);
    },
  );
});

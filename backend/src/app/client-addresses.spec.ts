import { hiddenAddressesWarning } from './client-addresses.js';

const times = (count: number, address: string | null): readonly (string | null)[] =>
  Array.from({ length: count }, () => address);

describe('addresses of the last signatures', () => {
  it.each<[string, readonly (string | null)[]]>([
    ['there are none', []],
    ['they are those of clients', ['203.0.113.1', '203.0.113.2', '2001:db8::1']],
    ['one client of another network signed all', times(20, '203.0.113.1')],
    ['they are of this machine, as on a laptop', times(20, '127.0.0.1')],
    ['two are too few', times(2, null)],
    ['few of many are not known', [...times(9, '203.0.113.1'), ...times(8, null)]],
    ['an office has several of one network', [...times(9, '192.168.1.4'), '192.168.1.5']],
  ])('are no matter where %s', (_, addresses) => expect(hiddenAddressesWarning(addresses)).toBeUndefined());

  it('are told of where half of them are not known', () =>
    expect(hiddenAddressesWarning([...times(3, null), ...times(3, '203.0.113.1')])).toMatch(
      /^Of the 6 last signatures 3 have no client address/,
    ));

  it.each(['172.19.0.1', 'fd00::1', 'fe80::1', '10.0.0.1'])(
    'are told of where all are one of an internal network, which is not named: %s',
    (address) => {
      const said = hiddenAddressesWarning(times(3, address));
      expect(said).toMatch(/^The 3 last signatures all have one address of an internal network/);
      expect(said).not.toContain(address);
    },
  );
});

import { addressProblem, hostsOf } from './server-address.js';

const SCHEMES = ['smtp:', 'postgres:', 'https:', 'esdb:'];
const problem = (address: string): string | undefined => addressProblem(address, SCHEMES);
const ESCAPED = /write \/ as %2F, # as %23, @ as %40, \? as %3F and % as %25/;

describe('the address of a server', () => {
  it.each([
    'smtp://mail.example',
    'smtp://me:pa%2Fss@mail.example:2525',
    'smtp://me@firm.example:secret@mail.example:465',
    'smtp://me:p:a;s&s=[!]$*()@mail.example',
    'smtp://me:pässwörd@mail.example',
    'postgres://u:p@db.example:5432/siegel?sslmode=require&sslrootcert=/etc/ca.pem',
    'postgres:///siegel?host=/run/postgresql',
    'https://me:secret@tsa.example/stamp?key=1#x',
    'https://llm.example/accounts/@me/v1',
    'esdb://siegel:pa%40ss%3Aword@one.example:2113,two.example:2113?tls=true',
    'esdb://[::1]:2113?tls=false&tlsCAFile=/etc/ca.pem',
  ])('is accepted if it can be read in one way: %s', (address) => expect(problem(address)).toBeUndefined());

  it.each([
    'smtp://me:p/ss@mail.example',
    'smtp://me:p#ss@mail.example',
    'smtp://me:p?ss@mail.example',
    // In the next address, `me:12` (the user name and the first digits of the password) looks like a host and
    // a port.
    'smtp://me:12/ss@mail.example',
    'smtp://me:/ss@mail.example',
    'smtp://me#12@mail.example',
    'smtp://me@firm.example:12/ss@mail.example',
    'postgres://u:p#a/s@db.example/siegel',
    'postgres://u:5432?s@db.example/siegel',
    'https://me:p\\ss@tsa.example',
    'https://me:1/ss@tsa.example/stamp',
    'esdb://u:p/ss@one.example:2113',
    'esdb://u:p?ss@one.example:2113?tls=true',
    'esdb://u:p#ss@one.example:2113',
  ])('is refused if a character probably ended the password too early: %s', (address) => {
    expect(problem(address)).toMatch(/an @ behind its host\. Probably a character of the password/);
    expect(problem(address)).toMatch(ESCAPED);
  });

  it.each(['smtp://me:100%sure@mail.example', 'esdb://u:100%@one.example', 'postgres://u:%zz@db.example/x'])(
    'is refused if it contains a lone %: %s',
    (address) => {
      expect(problem(address)).toMatch(/a % that two hexadecimal digits do not follow/);
      expect(problem(address)).toMatch(ESCAPED);
    },
  );

  it('is refused if its password cannot be decoded', () =>
    expect(problem('smtp://me:50%ff@mail.example')).toMatch(/an escape that is not UTF-8.*Probably a %/));

  it.each(['esdb://u:p@ss@one.example:2113', 'esdb://u:p:ss@one.example:2113'])(
    'is refused for EventStoreDB if the password contains a character with which its client ends it: %s',
    (address) => expect(problem(address)).toMatch(/contains : or @, which would end it too early.*: as %3A/),
  );

  it.each(['smtp://me:p ss@mail.example', 'smtp://me:p\nss@mail.example', 'smtp://me:p\tss@mail.example'])(
    'is refused if it contains a blank or a line break: %j',
    (address) => expect(problem(address)).toMatch(/a blank or a line break\. Write a blank as %20/),
  );

  it('is refused if its host or port cannot be read', () => {
    expect(problem('smtp://mail.example:port')).toBe(
      'the host or port of the address cannot be read. Check both.',
    );
    expect(problem('smtp://me:secret@mail.example:99999')).toMatch(
      /cannot be read\. Check both\. In user name/,
    );
    expect(problem('esdb://u:p@?tls=false')).toMatch(/expected a host behind the scheme/);
  });

  it('is refused with the accepted schemes if it has none of them', () => {
    const expected = 'expected an address that begins with smtp:// or postgres:// or https:// or esdb://.';
    for (const address of ['mysql://root:secret@db/x', 'mail.example', '', 'smtp:/mail.example'])
      expect(problem(address)).toBe(expected);
  });
});

describe('the hosts of an address', () => {
  it('have neither the user name nor the password', () => {
    expect(hostsOf('esdb://u:p@one.example:2113,two.example:2113?tls=true')).toBe(
      'one.example:2113,two.example:2113',
    );
    expect(hostsOf('https://llm.example/v1')).toBe('llm.example');
  });

  it('are unknown if the address can be read in two ways', () => {
    expect(hostsOf('smtp://me:12/ss@mail.example')).toBe('');
    expect(hostsOf('no address')).toBe('');
  });
});

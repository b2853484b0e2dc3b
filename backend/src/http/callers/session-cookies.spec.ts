import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import { newClaim, passwordMark, rowOf, type SessionClaim, writeClaim } from './session-claim.js';
import { SessionCookies } from './session-cookies.js';
import { TEST_KEYED_HASH } from '../testing/test-app.js';

let hashes = 0;
const counting: KeyedHash = {
  of: (purpose, value) => {
    hashes += 1;
    return TEST_KEYED_HASH.of(purpose, value);
  },
};
let unsigned = 0;
/** Returns a function that returns the value of the cookie as if its signature were valid. */
const valueOf = (cookie: string) => () => {
  unsigned += 1;
  return cookie;
};
let cookies: SessionCookies;
beforeEach(() => {
  [hashes, unsigned] = [0, 0];
  cookies = new SessionCookies(counting);
});

const mark = passwordMark(TEST_KEYED_HASH, 'a password');
const claim = (): SessionClaim => newClaim('admin', new Date('2026-11-12T10:00:00.000Z'), mark);
const read = (cookie: string) => cookies.read(cookie, valueOf(cookie));

it("returns a cookie's claim without the secret, and the row of the cookie's session", () => {
  const one = claim();
  const { secret, ...rest } = one;
  const proven = read(writeClaim(one));
  expect(proven).toEqual({ claim: rest, row: rowOf(TEST_KEYED_HASH, one) });
  expect(JSON.stringify(proven)).not.toContain(secret);
});

it('computes no hash for a known cookie, but all hashes for an unknown one', () => {
  const [one, other] = [writeClaim(claim()), writeClaim(claim())];
  const first = read(one);
  const each = hashes;
  expect(each).toBeGreaterThan(0);
  expect(read(one)).toEqual(first);
  expect([hashes, unsigned]).toEqual([each, 1]);
  expect(read(other)?.row.id).not.toBe(first?.row.id);
  expect([hashes, unsigned]).toEqual([2 * each, 2]);
});

it.each([
  ['that the service did not sign', undefined],
  ['of another format', 'no claim'],
])('checks the signature of a cookie %s each time', (_, value) => {
  for (let times = 1; times <= 3; times += 1) {
    let looked = false;
    const signed = (): string | undefined => {
      looked = true;
      return value;
    };
    expect(cookies.read(writeClaim(claim()), signed)).toBeUndefined();
    expect(looked).toBe(true);
  }
  expect(hashes).toBe(0);
});

it('keeps nothing about a forgotten cookie', () => {
  const one = writeClaim(claim());
  read(one);
  cookies.forget(one);
  expect(cookies.read(one, () => undefined)).toBeUndefined();
});

it('keeps the last 500 cookies', () => {
  const all = Array.from({ length: 501 }, () => writeClaim(claim()));
  for (const one of all) read(one);
  unsigned = 0;
  for (const one of all.slice(1)) read(one);
  expect(unsigned).toBe(0);
  read(all[0] as string);
  expect(unsigned).toBe(1);
});

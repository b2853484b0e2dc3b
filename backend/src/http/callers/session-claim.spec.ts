import fc from 'fast-check';
import {
  newClaim,
  passwordMark,
  provenMark,
  readClaim,
  rowOf,
  type SessionClaim,
  sessionIdOf,
  writeClaim,
} from './session-claim.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { TEST_KEYED_HASH as KEYED } from '../testing/test-app.js';

const MARKS = ['one password', 'another'].map((digest) => passwordMark(KEYED, digest)) as [string, string];
const claim = newClaim('auditor', new Date('2026-11-12T10:00:00.000Z'), MARKS[0]);
/** Each entry changes one part of `claim`. */
const CHANGES: readonly (readonly [string, Partial<SessionClaim>])[] = [
  ['secret', { secret: newClaim('auditor', new Date(), MARKS[0]).secret }],
  ['role', { role: 'admin' }],
  ['start', { start: claim.start + 1 }],
  ['password', { openedWith: MARKS[1] }],
];

it('a cookie contains the written claim', () => {
  expect(readClaim(writeClaim(claim))).toEqual(claim);
});

it('reads no other text as a claim', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(200), (text, at) => {
      const written = writeClaim(claim);
      const damaged = written.slice(0, at % written.length) + text + written.slice(at % written.length);
      const read = readClaim(damaged);
      expect(read === undefined || writeClaim(read) === damaged).toBe(true);
    }),
  );
});

it.each(CHANGES)('another %s is another session', (_, change) => {
  expect(sessionIdOf(KEYED, { ...claim, ...change })).not.toBe(sessionIdOf(KEYED, claim));
});

it('another INDEX_KEY gives other ids and marks', () => {
  const other = createKeyedHash(Buffer.alloc(32, 8));
  expect(sessionIdOf(other, claim)).not.toBe(sessionIdOf(KEYED, claim));
  expect(passwordMark(other, 'one password')).not.toBe(MARKS[0]);
});

describe('a row', () => {
  const row = rowOf(KEYED, claim);
  const other = rowOf(KEYED, { ...claim, openedWith: MARKS[1] });

  it('proves which password opened its session', () => {
    expect([provenMark(KEYED, row), provenMark(KEYED, other)]).toEqual(MARKS);
  });

  it.each([
    ['id', { id: other.id }],
    ['role', { role: 'admin' as const }],
    ['start', { createdAt: new Date(claim.start + 1) }],
    ['password', { openedWith: other.openedWith }],
    ['mark alone', { openedWith: `${MARKS[1]}.${row.openedWith.split('.')[1]}` }],
    ['proof', { openedWith: MARKS[0] }],
    ['password, as in the previous version,', { openedWith: '' }],
  ])('proves nothing if its %s was changed', (_, change) => {
    expect(provenMark(KEYED, { ...row, ...change })).toBeUndefined();
  });
});

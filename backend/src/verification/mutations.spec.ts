import { createPublicKey } from 'node:crypto';
import { encodeCms, FIRST_STYLE, signCms, styleFor } from '../pades/build-cms.js';
import { twinOfSignature } from '../pades/low-s.js';
import { OID } from '../pades/oids.js';
import type { SealIdentity } from '../pades/seal-identity.js';
import { readSeal } from '../pades/verify-seal.js';
import { rsaIdentity } from '../pades/testing/fixtures.js';
import { splitSignedPdf } from '../pades/testing/signed-pdf-parts.js';
import { startTimestampServer, type TimestampServer } from '../pades/testing/timestamp-authority.js';
import { mutationsOf } from './testing/all-mutations.js';
import { cmsRewrites, withUnsigned } from './testing/cms-rewrites.js';
import { cmsFlips, cmsOf, withCms } from './testing/mutations.js';
import { type Stamp, twinOf } from './testing/twins.js';
import { checked, IDENTITIES, LATER, NOW, sealed, stampedBy, unseen } from './testing/sealing.js';
import { isAllRun, firstUnlessAll } from '../platform/testing/only-in-all.js';

const whole = globalThis.TEST_WHOLE;

let authority: TimestampServer;
let stranger: TimestampServer;
beforeAll(async () => {
  [authority, stranger] = await Promise.all([startTimestampServer(), startTimestampServer()]);
});
afterAll(() => Promise.all([authority.close(), stranger.close()]));

const stamp: Stamp = async (signature, at, by) =>
  (await stampedBy(by === 'trusted' ? authority : stranger, at)(signature)).token;

const verdictOf = async (pdf: Buffer, identity: SealIdentity, now = LATER): Promise<string> =>
  (await checked(pdf, { identity, timestampRoots: authority.roots, now })).verdict;

/** All kinds of changes. The test must try each of them. */
const KINDS = [
  'a bit',
  'the byte range',
  'the sub-filter',
  'the stated time',
  'the promised level',
  'the place',
  'something added',
  'an update',
  'bytes cut',
  'bytes put in',
  'bytes exchanged',
  'the end cut off',
  'a rebuilt file',
  'a field of the evidence',
  'an event of the evidence',
  'a chain made anew',
  'another picture',
  'a wrapper',
  'signed by a twin',
  'a timestamp',
];

/**
 * Kinds of keys, each with a level and a step. With the step `n`, the test flips every nth bit of the CMS,
 * one bit in each file.
 */
const SEALS: readonly [keyof typeof IDENTITIES, 'B-B' | 'B-T', number][] = whole
  ? [
      ['P-256', 'B-T', 1],
      ['P-256', 'B-B', 1],
      ['P-384', 'B-B', 1],
      ['RSA', 'B-T', 1],
      ['RSA', 'B-B', 1],
    ]
  : firstUnlessAll([
      ['P-256', 'B-T', isAllRun() ? 64 : 192],
      ['P-384', 'B-B', 64],
      ['RSA', 'B-B', 128],
    ]);

describe.each(SEALS)('a document sealed with a key of %s at level %s', (kind, level, step) => {
  let identity: SealIdentity;
  let pdf: Buffer;
  beforeAll(async () => {
    identity = await IDENTITIES[kind]();
    pdf = await sealed(identity, level === 'B-T' ? stampedBy(authority, NOW) : undefined);
  });
  const check = () => ({ identity, timestampRoots: authority.roots });

  it('is authentic if unchanged', async () => expect(await verdictOf(pdf, identity)).toBe('authentic'));

  it('is never authentic after any of many changes', async () => {
    const { chain } = identity;
    const changing = { pdf, chain, twin: await twinOf(chain), sealedAt: NOW, stamp, whole };
    const { passed, tried, kinds } = await unseen(pdf, mutationsOf(changing), check());
    expect(passed).toEqual([]);
    expect(kinds).toEqual(KINDS);
    expect(tried).toBeGreaterThan(whole ? 400 : 200);
  });

  it('is never authentic after a change of one bit of its signature', async () => {
    const { passed, tried } = await unseen(pdf, cmsFlips(pdf, step), check());
    expect(passed).toEqual([]);
    expect(tried).toBeGreaterThan(isAllRun() ? 100 : 30);
  });

  it('is not authentic if another signer of the same name signs it', async () => {
    const { covered } = splitSignedPdf(pdf);
    const content = { type: OID.data, bytes: covered, detached: true };
    const twin = await twinOf(identity.chain);
    expect(await verdictOf(withCms(pdf, await signCms(content, twin)), identity)).toBe('unknown');
    // The twin signs with its own key, but names the operator's certificate instead of its own certificate.
    const cms = await signCms(content, { ...twin, chain: [identity.chain[0]] });
    expect(await verdictOf(withCms(pdf, cms), identity)).toBe('altered');
    expect(createPublicKey(twin.key).equals(createPublicKey(identity.key))).toBe(false);
  });

  it('is authentic in each style that was ever used, but in no other', async () => {
    const { covered } = splitSignedPdf(pdf);
    const content = { type: OID.data, bytes: covered, detached: true };
    const as = async (style: typeof FIRST_STYLE): Promise<string> => {
      const cms = await signCms(content, identity, undefined, style);
      // This CMS has no timestamp, so it is not accepted in a file that promises a timestamp.
      return verdictOf(withCms(pdf, cms), identity);
    };
    const first = level === 'B-B' ? 'authentic' : 'altered';
    expect(await as(FIRST_STYLE)).toBe(first);
    expect(await as({ ...FIRST_STYLE, protectsAlgorithms: true })).toBe('altered');
    expect(await as({ ...FIRST_STYLE, namesChain: true })).toBe('altered');
    expect(await as({ ...FIRST_STYLE, digest: 'sha384' })).toBe('altered');
  });
});

describe('a timestamp', () => {
  const identity = rsaIdentity();
  let stamped: Buffer;
  let plain: Buffer;
  beforeAll(async () => {
    stamped = await sealed(identity, stampedBy(authority, NOW));
    plain = await sealed(identity);
  });
  const tokenFor = async (pdf: Buffer, server: TimestampServer, at: Date): Promise<Buffer> =>
    (await stampedBy(server, at)(readSeal(cmsOf(pdf)).signature)).token;
  const minutes = (n: number): Date => new Date(NOW.getTime() + n * 60_000);
  const verdictWith = (pdf: Buffer, ...tokens: Buffer[]): Promise<string> =>
    verdictOf(withCms(pdf, withUnsigned(cmsOf(pdf), ...tokens)), identity);

  it('must not be missing if it was promised', async () =>
    expect(await verdictWith(stamped)).toBe('altered'));

  it('may be replaced by another one of the same authority within an hour, but not later', async () => {
    expect(await verdictWith(stamped, await tokenFor(stamped, authority, minutes(59)))).toBe('authentic');
    for (const at of [minutes(61), minutes(-61), new Date('2028-01-01T00:00:00Z')])
      expect(await verdictWith(stamped, await tokenFor(stamped, authority, at))).toBe('altered');
  });

  it('of an unknown authority leaves the verdict unknown', async () =>
    expect(await verdictWith(stamped, await tokenFor(stamped, stranger, NOW))).toBe('unknown'));

  it('is not accepted if none was promised', async () =>
    expect(await verdictWith(plain, await tokenFor(plain, authority, NOW))).not.toBe('authentic'));

  it('is not accepted twice, nor about another file', async () => {
    const token = await tokenFor(stamped, authority, NOW);
    expect(await verdictWith(stamped, token, token)).toBe('altered');
    expect(await verdictWith(stamped, await tokenFor(plain, authority, NOW))).toBe('altered');
  });

  it('is reported as broken if it is malformed or doubled', async () => {
    const token = await tokenFor(stamped, authority, NOW);
    const rewrites = new Map(cmsRewrites(withUnsigned(cmsOf(stamped)), identity.chain[0]));
    for (const cms of [
      rewrites.get('a timestamp that is none'),
      rewrites.get('a timestamp without a value'),
      withUnsigned(
        cmsOf(stamped),
        Buffer.concat([token.subarray(0, -1), Buffer.of((token.at(-1) ?? 0) ^ 1)]),
      ),
      withUnsigned(cmsOf(stamped), token, token),
      withUnsigned(cmsOf(stamped), Buffer.concat([token, token])),
    ]) {
      const file = withCms(stamped, cms ?? Buffer.of());
      expect(await checked(file, { identity, timestampRoots: authority.roots })).toEqual({
        verdict: 'altered',
        reasons: ['timestamp_broken'],
        signatures: [],
      });
    }
  });

  it('is not accepted if it is in the future for the verifier', async () => {
    expect(await verdictOf(stamped, identity, minutes(-4))).toBe('authentic');
    expect(await verdictOf(stamped, identity, minutes(-6))).toBe('altered');
  });
});

describe('a seal by ECDSA', () => {
  it.each(['P-256', 'P-384'] as const)(
    'is accepted in only one of its two valid forms (%s)',
    async (kind) => {
      const identity = await IDENTITIES[kind]();
      // In half of all signatures, `s` happens to be the lower of the two valid values already. The test
      // therefore signs eight times.
      for (let n = 0; n < 8; n += 1) {
        const pdf = await sealed(identity);
        const { chain, signature } = readSeal(cmsOf(pdf));
        const twin = twinOfSignature(signature, identity.key);
        expect(await verdictOf(pdf, identity)).toBe('authentic');
        const content = { type: OID.data, bytes: splitSignedPdf(pdf).covered, detached: true };
        const frame = { style: styleFor(identity.key), content, chain, key: identity.key };
        expect(encodeCms(frame, signature).equals(cmsOf(pdf))).toBe(true);
        if (twin === undefined) throw new Error('no twin');
        expect(await verdictOf(withCms(pdf, encodeCms(frame, twin)), identity)).toBe('altered');
      }
    },
  );

  it('uses a digest on P-384 that is as strong as the key', async () => {
    const pdf = await sealed(await IDENTITIES['P-384']());
    expect(cmsOf(pdf).includes(Buffer.from('2a8648ce3d040303', 'hex'))).toBe(true);
  });
});

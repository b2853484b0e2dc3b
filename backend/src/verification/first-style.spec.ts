import { createHash, generateKeyPairSync } from 'node:crypto';
import { issueCertificate } from '../pades/issue-certificate.js';
import { certificateBytes } from '../pades/parse-cms.js';
import type { SealIdentity } from '../pades/seal-identity.js';
import { rsaIdentity } from '../pades/testing/fixtures.js';
import { cmsRewrites } from './testing/cms-rewrites.js';
import { cmsFlips, cmsOf, type Mutation, withCms } from './testing/mutations.js';
import { checked, IDENTITIES, LATER, sealed, sealedInFirstStyle, unseen } from './testing/sealing.js';
import { verifyDocument } from './verify-document.js';
import { firstUnlessAll } from '../platform/testing/only-in-all.js';

const whole = globalThis.TEST_WHOLE;
const sha256 = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

type Key = keyof typeof IDENTITIES;
/**
 * Kinds of keys, each with a step. With the step `n`, the test flips every nth bit of the CMS, one bit in
 * each file.
 */
const SEALS: readonly [Key, number][] = whole
  ? [
      ['RSA', 1],
      ['P-256', 1],
      ['P-384', 1],
    ]
  : firstUnlessAll([
      ['RSA', 128],
      ['P-384', 64],
    ]);
/**
 * Anyone who knows an ECDSA signature can compute a second valid signature. The first style accepts both
 * signatures. Today's style accepts only one of them.
 */
const TWIN = 'the twin of its signature';

describe.each(SEALS)('a document sealed in the first style with a key of %s', (kind, step) => {
  let identity: SealIdentity;
  let pdf: Buffer;
  beforeAll(async () => {
    identity = await IDENTITIES[kind]();
    pdf = await sealedInFirstStyle(identity, await sealed(identity));
  });

  it('is authentic if unchanged', async () =>
    expect((await checked(pdf, { identity })).verdict).toBe('authentic'));

  it('is never authentic after a change of one bit of its signature', async () => {
    const { passed, tried } = await unseen(pdf, cmsFlips(pdf, step), { identity });
    expect(passed).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });

  it('is never authentic after a change of one bit of its last certificate', async () => {
    const root = identity.chain.at(-1) ?? Buffer.alloc(0);
    const from = cmsOf(pdf).indexOf(root) * 8;
    // The step is odd, so the test flips bits at all eight positions within a byte.
    const inRoot = [...cmsFlips(pdf, 29)].filter(
      ({ name }) => Number(name) >= from && Number(name) < from + root.length * 8,
    );
    const { passed, tried } = await unseen(pdf, inRoot, { identity });
    expect(passed).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });

  it('is never authentic in another wrapper', async () => {
    const [other] = (await IDENTITIES['P-384']()).chain;
    const mutations = cmsRewrites(cmsOf(pdf), other)
      .filter(([name]) => name !== TWIN)
      .map(([name, cms]): Mutation => ({ kind: 'a wrapper', name, make: () => withCms(pdf, cms) }));
    const { passed, tried } = await unseen(pdf, mutations, { identity });
    expect(passed).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  });
});

describe('the certificates of a seal in the first style', () => {
  const identity = rsaIdentity();
  const [own, ...issuers] = identity.chain as [Buffer, Buffer, Buffer];
  let file: Buffer;
  beforeAll(async () => {
    file = await sealed(identity);
  });
  const sealedWith = (...chain: readonly [Buffer, ...Buffer[]]): Promise<Buffer> =>
    sealedInFirstStyle({ ...identity, chain }, file);

  it('are accepted if the last one is self-signed, and if there is only the one that sealed', async () => {
    for (const pdf of [await sealedWith(own, ...issuers), await sealedWith(own)])
      expect((await checked(pdf, { identity })).verdict).toBe('authentic');
  });

  it('leave the verdict unknown if none of them signed the last one, unless the operator named it', async () => {
    const [intermediate] = issuers;
    const pdf = await sealedWith(own, intermediate);
    expect(await checked(pdf, { identity })).toEqual({
      verdict: 'unknown',
      reasons: ['issuer_unknown'],
      signatures: [],
    });
    const others = [sha256(intermediate)];
    expect((await checked(pdf, { identity, others })).verdict).toBe('authentic');
    const changed = [...cmsFlips(pdf, 64)].filter(
      ({ name }) => Number(name) >= cmsOf(pdf).indexOf(intermediate) * 8,
    );
    expect((await unseen(pdf, changed, { identity, others })).passed).toEqual([]);
  });

  it('may be incomplete in a file that is on record', async () => {
    const pdf = await sealedWith(own, issuers[0]);
    const onRecord = (isSealed: boolean) =>
      verifyDocument(pdf, {
        trust: async () => ({ fingerprints: new Set([identity.certificateHash]), timestampRoots: [] }),
        record: async () => ({
          sealed: isSealed,
          known: true,
          erased: false,
          disputed: false,
          stream: 'whole',
        }),
        now: () => LATER,
      });
    expect((await onRecord(true)).verdict).toBe('authentic');
    expect(await onRecord(false)).toMatchObject({ verdict: 'unknown', reasons: ['not_recorded'] });
  });

  it('end with the self-signed one', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificate = certificateBytes(
      await issueCertificate(
        // A self-signed certificate like those that `openssl req -x509` makes. Its key may also sign
        // certificates.
        {
          ...identity,
          subject: 'Siegel',
          publicKey,
          keyUsage: ['digitalSignature', 'keyCertSign'],
          isAuthority: true,
        },
        privateKey,
      ),
    );
    const alone: SealIdentity = {
      ...identity,
      chain: [certificate],
      key: privateKey,
      certificateHash: sha256(certificate),
    };
    const made = await sealed(alone);
    expect((await checked(await sealedInFirstStyle(alone, made), { identity: alone })).verdict).toBe(
      'authentic',
    );
    const chain = [certificate, certificate] as const;
    const twice = await sealedInFirstStyle({ ...alone, chain }, made);
    expect((await checked(twice, { identity: alone })).verdict).not.toBe('authentic');
  });
});

import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { documentInput } from '../delivery/pdf/document-input.js';
import { renderDocument } from '../delivery/pdf/render-document.js';
import { partsOf, recordedStory, sha256 } from '../delivery/testing/signed-nda.js';
import { ndaAfter } from '../nda/testing/given.js';
import { FIRST_STYLE, signCms } from '../pades/build-cms.js';
import { issueCertificate } from '../pades/issue-certificate.js';
import { OID } from '../pades/oids.js';
import { certificateBytes } from '../pades/parse-cms.js';
import { PdfSeal } from '../pades/pdf-seal.js';
import type { SealIdentity } from '../pades/seal-identity.js';
import { readSeal } from '../pades/verify-seal.js';
import { ecIdentity, rsaIdentity } from '../pades/testing/fixtures.js';
import { takeApart } from '../pades/testing/taken-apart.js';
import { startTimestampServer, type TimestampServer } from '../pades/testing/timestamp-authority.js';
import { requestTimestamp } from '../pades/timestamp.js';
import { silentLogger } from '../platform/logging/logger.js';
import { mutationsOf } from './testing/all-mutations.js';
import { withUnsigned } from './testing/cms-rewrites.js';
import { cmsFlips, cmsOf, type Mutation, withCms } from './testing/mutations.js';
import { type Stamp, twinOf } from './testing/twins.js';
import { verifyDocument } from './verify-document.js';

const NOW = new Date('2026-11-12T14:00:00Z');
const LATER = new Date('2030-01-01T00:00:00Z');
const whole = globalThis.TEST_WHOLE;

let authority: TimestampServer;
let stranger: TimestampServer;
beforeAll(async () => {
  [authority, stranger] = await Promise.all([startTimestampServer(), startTimestampServer()]);
});
afterAll(() => Promise.all([authority.close(), stranger.close()]));

const KEYS: Readonly<Record<string, () => SealIdentity>> = { RSA: rsaIdentity, ECDSA: ecIdentity };

const stampedBy = (server: TimestampServer, at: Date) => async (signature: Buffer) => {
  server.behave({ time: at });
  return requestTimestamp({ url: server.url, roots: server.roots, clock: { now: () => at } }, signature);
};

const stamp: Stamp = (signature, at, by) => stampedBy(by === 'trusted' ? authority : stranger, at)(signature);

/** Each way to change a file, of which none may be left out. */
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

let rendered: Promise<Buffer> | undefined;
const unsealed = async (): Promise<Buffer> => {
  const events = recordedStory();
  return (await renderDocument(documentInput(ndaAfter(events), events, partsOf(events)))).bytes;
};

async function sealed(identity: SealIdentity, level: 'B-B' | 'B-T'): Promise<Buffer> {
  rendered ??= unsealed();
  const seal = new PdfSeal({
    identity,
    clock: { now: () => NOW },
    logger: silentLogger,
    certificates: { keep: async () => {} },
    timestamp: level === 'B-T' ? stampedBy(authority, NOW) : undefined,
  });
  return (await seal.seal(await rendered, 'Test')).bytes;
}

/** As `npm run verify` asks: without a record, which would tell every other file at once. */
const verdictOf = async (pdf: Buffer, identity: SealIdentity, now = LATER): Promise<string> => {
  const trust = {
    fingerprints: new Set([identity.certificateHash]),
    timestampRoots: authority.roots,
  };
  return (await verifyDocument(pdf, { trust: async () => trust, record: undefined, now: () => now })).verdict;
};

describe.each([
  ['ECDSA', 'B-T'],
  ...(whole
    ? ([
        ['ECDSA', 'B-B'],
        ['RSA', 'B-B'],
        ['RSA', 'B-T'],
      ] as const)
    : []),
] as const)('a document sealed by %s at level %s', (kind, level) => {
  const identity = KEYS[kind]?.() as SealIdentity;
  let pdf: Buffer;
  beforeAll(async () => {
    pdf = await sealed(identity, level);
  });

  async function authentic(mutations: Iterable<Mutation>) {
    const passed: string[] = [];
    const kinds = new Set<string>();
    let tried = 0;
    for (const { kind: what, name, make } of mutations) {
      const changed = await make();
      if (changed.equals(pdf)) continue;
      tried += 1;
      kinds.add(what);
      if ((await verdictOf(changed, identity)) === 'authentic') passed.push(`${what}: ${name}`);
    }
    return { passed, tried, kinds };
  }

  it('is authentic as it is', async () => expect(await verdictOf(pdf, identity)).toBe('authentic'));

  it('is called authentic under none of many changes', async () => {
    const { chain } = identity;
    const changing = { pdf, chain, twin: await twinOf(chain), sealedAt: NOW, stamp, whole };
    const { passed, tried, kinds } = await authentic(mutationsOf(changing));
    expect(passed).toEqual([]);
    expect([...kinds]).toEqual(KINDS);
    expect(tried).toBeGreaterThan(whole ? 400 : 200);
  });

  it('is called authentic with no bit of its signature changed', async () => {
    const { passed, tried } = await authentic(cmsFlips(pdf, whole ? 1 : 64));
    expect(passed).toEqual([]);
    expect(tried).toBeGreaterThan(200);
  });

  it('is not authentic when somebody else of the same name signs it', async () => {
    const { covered } = takeApart(pdf);
    const content = { type: OID.data, bytes: covered, detached: true };
    const twin = await twinOf(identity.chain);
    expect(await verdictOf(withCms(pdf, await signCms(content, twin)), identity)).toBe('unknown');
    // With the operator's certificate on top, and with the operator's name on its own.
    const cms = await signCms(content, { ...twin, chain: [identity.chain[0]] });
    expect(await verdictOf(withCms(pdf, cms), identity)).toBe('altered');
    expect(createPublicKey(twin.key).equals(createPublicKey(identity.key))).toBe(false);
  });

  it('is authentic in each style that was ever used, and in no other', async () => {
    const { covered } = takeApart(pdf);
    const content = { type: OID.data, bytes: covered, detached: true };
    const as = async (style: typeof FIRST_STYLE): Promise<string> => {
      const cms = await signCms(content, identity, undefined, style);
      // Where a timestamp is promised there must be one.
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
    stamped = await sealed(identity, 'B-T');
    plain = await sealed(identity, 'B-B');
  });
  const tokenFor = async (pdf: Buffer, server: TimestampServer, at: Date): Promise<Buffer> => {
    return stampedBy(server, at)(readSeal(cmsOf(pdf)).signature);
  };
  const minutes = (n: number): Date => new Date(NOW.getTime() + n * 60_000);
  const verdictWith = (pdf: Buffer, ...tokens: Buffer[]): Promise<string> =>
    verdictOf(withCms(pdf, withUnsigned(cmsOf(pdf), ...tokens)), identity);

  it('is missed where it was promised', async () => expect(await verdictWith(stamped)).toBe('altered'));

  it('may be another of the same authority within the hour, and none beyond it', async () => {
    expect(await verdictWith(stamped, await tokenFor(stamped, authority, minutes(59)))).toBe('authentic');
    for (const at of [minutes(61), minutes(-61), new Date('2028-01-01T00:00:00Z')])
      expect(await verdictWith(stamped, await tokenFor(stamped, authority, at))).toBe('altered');
  });

  it('of an authority that nobody knows here leaves the question open', async () =>
    expect(await verdictWith(stamped, await tokenFor(stamped, stranger, NOW))).toBe('unknown'));

  it('is not believed where none was promised', async () =>
    expect(await verdictWith(plain, await tokenFor(plain, authority, NOW))).not.toBe('authentic'));

  it('is not believed twice, nor about another file', async () => {
    const token = await tokenFor(stamped, authority, NOW);
    expect(await verdictWith(stamped, token, token)).toBe('altered');
    expect(await verdictWith(stamped, await tokenFor(plain, authority, NOW))).toBe('altered');
  });

  it('is not believed before its time has come for whoever checks', async () => {
    expect(await verdictOf(stamped, identity, minutes(-4))).toBe('authentic');
    expect(await verdictOf(stamped, identity, minutes(-6))).toBe('altered');
  });
});

describe('a seal on P-384', () => {
  it('has a digest that is as strong as its key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const made = await issueCertificate(
      {
        subject: 'Siegel',
        publicKey,
        notBefore: new Date('2020-01-01T00:00:00Z'),
        notAfter: new Date('2126-01-01T00:00:00Z'),
        keyUsage: ['digitalSignature'],
      },
      privateKey,
    );
    const der = certificateBytes(made);
    const identity: SealIdentity = {
      chain: [der],
      key: privateKey,
      certificateHash: sha256(der),
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2126-01-01T00:00:00Z'),
    };
    const pdf = await sealed(identity, 'B-B');
    expect(await verdictOf(pdf, identity)).toBe('authentic');
    expect(cmsOf(pdf).includes(Buffer.from('2a8648ce3d040303', 'hex'))).toBe(true);
  });
});

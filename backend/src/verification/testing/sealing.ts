import { createHash, generateKeyPairSync, type X509Certificate } from 'node:crypto';
import { documentInput } from '../../delivery/pdf/document-input.js';
import { renderDocument } from '../../delivery/pdf/render-document.js';
import { partsOf, recordedStory } from '../../delivery/testing/signed-nda.js';
import { ndaAfter } from '../../nda/testing/given.js';
import { FIRST_STYLE, signCms } from '../../pades/build-cms.js';
import { issueCertificate, nameOf } from '../../pades/issue-certificate.js';
import { OID } from '../../pades/oids.js';
import { certificateBytes } from '../../pades/parse-cms.js';
import { PdfSeal, type PdfSealParts } from '../../pades/pdf-seal.js';
import type { SealIdentity } from '../../pades/seal-identity.js';
import { ecIdentity, rsaIdentity } from '../../pades/testing/fixtures.js';
import { splitSignedPdf } from '../../pades/testing/signed-pdf-parts.js';
import type { TimestampServer } from '../../pades/testing/timestamp-authority.js';
import { requestTimestamp, type Timestamped } from '../../pades/timestamp.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { type Verification, verifyDocument } from '../verify-document.js';
import { type Mutation, withCms } from './mutations.js';

/** The times at which documents of the tests are sealed and checked. */
export const NOW = new Date('2026-11-12T14:00:00Z');
export const LATER = new Date('2030-01-01T00:00:00Z');

const TIMES = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2126-01-01T00:00:00Z') };
const ROOT = nameOf('Root of P-384');

/** Creates a seal with a P-384 key. A self-signed root issued its certificate. */
export async function p384Identity(): Promise<SealIdentity> {
  const keys = {
    root: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    own: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  };
  const root = await issueCertificate(
    {
      ...TIMES,
      subject: 'Root of P-384',
      publicKey: keys.root.publicKey,
      keyUsage: ['keyCertSign'],
      isAuthority: true,
    },
    keys.root.privateKey,
  );
  const own = await issueCertificate(
    { ...TIMES, subject: 'Seal on P-384', publicKey: keys.own.publicKey, keyUsage: ['digitalSignature'] },
    { name: ROOT, privateKey: keys.root.privateKey },
  );
  const chain = [certificateBytes(own), certificateBytes(root)] as const;
  const certificateHash = createHash('sha256').update(chain[0]).digest('hex');
  return { chain, key: keys.own.privateKey, certificateHash, ...TIMES };
}

export const IDENTITIES = {
  RSA: async () => rsaIdentity(),
  'P-256': async () => ecIdentity(),
  'P-384': p384Identity,
} as const;

/** Returns a function that requests timestamps from this server. The timestamps state the time `at`. */
export const stampedBy =
  (server: TimestampServer, at: Date) =>
  async (signature: Buffer): Promise<Timestamped> => {
    server.behave({ time: at });
    return requestTimestamp({ url: server.url, roots: server.roots, clock: { now: () => at } }, signature);
  };

let rendered: Promise<Buffer> | undefined;
async function render(): Promise<Buffer> {
  const events = recordedStory();
  return (await renderDocument(documentInput(ndaAfter(events), events, partsOf(events)))).bytes;
}
/** Returns the unsealed document. It is rendered once for all tests of a file. */
export function unsealed(): Promise<Buffer> {
  rendered ??= render();
  return rendered;
}

export async function sealed(
  identity: SealIdentity,
  timestamp?: PdfSealParts['timestamp'],
  pdf?: Buffer,
): Promise<Buffer> {
  const seal = new PdfSeal({
    identity,
    clock: { now: () => NOW },
    logger: silentLogger,
    certificates: { keep: async () => {} },
    timestamp,
  });
  return (await seal.seal(pdf ?? (await unsealed()), 'Test')).bytes;
}

/** Seals a document in the first style, which was used before event format 2 and promised no level. */
export async function sealedInFirstStyle(
  identity: Pick<SealIdentity, 'chain' | 'key'>,
  pdf: Buffer,
): Promise<Buffer> {
  const promise = pdf.indexOf('/SIEG_Level /B-B');
  const silent = Buffer.from(pdf);
  silent.fill(' ', promise, promise + '/SIEG_Level /B-B'.length);
  const content = { type: OID.data, bytes: splitSignedPdf(silent).covered, detached: true };
  return withCms(silent, await signCms(content, identity, undefined, FIRST_STYLE));
}

export interface Check {
  readonly identity: Pick<SealIdentity, 'certificateHash'>;
  readonly timestampRoots?: readonly X509Certificate[];
  readonly now?: Date;
  /** SHA-256 of other certificates that the operator provided. */
  readonly others?: readonly string[];
}

/**
 * Verifies like `npm run verify`, without a record. With a record, the verification would detect every
 * changed file by its hash alone.
 */
export function checked(
  pdf: Buffer,
  { identity, timestampRoots = [], now = LATER, others = [] }: Check,
): Promise<Verification> {
  const trust = { fingerprints: new Set([identity.certificateHash, ...others]), timestampRoots };
  return verifyDocument(pdf, { trust: async () => trust, record: undefined, now: () => now });
}

/**
 * Returns the changes of a file that were not detected (`passed`), the number of all changes (`tried`), and
 * their kinds.
 */
export async function unseen(
  pdf: Buffer,
  mutations: Iterable<Mutation>,
  check: Check,
): Promise<{ passed: string[]; tried: number; kinds: string[] }> {
  const passed: string[] = [];
  const kinds = new Set<string>();
  let tried = 0;
  for (const { kind, name, make } of mutations) {
    const changed = await make();
    if (changed.equals(pdf)) continue;
    tried += 1;
    kinds.add(kind);
    if ((await checked(changed, check)).verdict === 'authentic') passed.push(`${kind}: ${name}`);
  }
  return { passed, tried, kinds: [...kinds] };
}

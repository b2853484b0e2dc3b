/**
 * Makes the sample documents and every mutation of one of them, for programs of others to look at, and says what
 * our own check makes of each: a process of its own, with the folder as its argument.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderDocument } from '../../delivery/pdf/render-document.js';
import { issueCertificate } from '../../pades/issue-certificate.js';
import { certificateBytes } from '../../pades/parse-cms.js';
import { PdfSeal } from '../../pades/pdf-seal.js';
import { requestTimestamp } from '../../pades/timestamp.js';
import { startTimestampServer, type TimestampServer } from '../../pades/testing/timestamp-authority.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { verifyDocument } from '../verify-document.js';
import { cmsFlips, type Mutation, mutationsOf, placeOf } from './mutations.js';
import { inputOf, SAMPLE_DOCUMENTS, type SampleDocument } from './sample-documents.js';
import { createSampleSeals, type SampleSeals } from './sample-seals.js';

const SEALED_AT = new Date('2026-11-12T14:00:00Z');
const REVOKED_NONE_AT = new Date('2026-11-12T13:30:00Z');
const CHECKED_AT = new Date('2026-11-13T12:00:00Z');

/** The document that is changed, in so many bits of each object, and at every so many bits of its signature. */
const CHANGED = 'en-short';
const BITS_PER_OBJECT = 4;
const SIGNATURE_STEP = 97;

interface Bench {
  readonly folder: string;
  readonly seals: SampleSeals;
  readonly authority: TimestampServer;
}

const clock = { now: () => SEALED_AT };

async function sealed({ seals, authority }: Bench, { story, key, level }: SampleDocument): Promise<Buffer> {
  const { url, roots } = authority;
  const seal = new PdfSeal({
    identity: seals.identities[key],
    clock,
    logger: silentLogger,
    certificates: { keep: async () => {} },
    timestamp: level === 'B-T' ? (value) => requestTimestamp({ url, roots, clock }, value) : undefined,
  });
  const { bytes } = await renderDocument(inputOf(story));
  const made = await seal.seal(bytes, 'Both parties signed.');
  if (made.level !== level) throw new Error(`${level} was to be had, and ${made.level} it is`);
  return made.bytes;
}

/** As `npm run verify` asks. */
async function verdictOf({ seals, authority }: Bench, pdf: Buffer): Promise<string> {
  const fingerprints = new Set(Object.values(seals.identities).map((one) => one.certificateHash));
  const trust = { fingerprints, timestampRoots: authority.roots };
  const parts = { trust: async () => trust, record: undefined, now: () => CHECKED_AT };
  return (await verifyDocument(pdf, parts)).verdict;
}

/** Whom the others are to trust. */
async function writeTrust({ folder, seals, authority }: Bench): Promise<void> {
  const at = join(folder, 'trust');
  await mkdir(at);
  const own = seals.identities.default.chain[0];
  await Promise.all([
    writeFile(join(at, 'root.der'), seals.root.raw),
    writeFile(join(at, 'root.crl'), seals.revocations),
    writeFile(join(at, 'default.der'), own),
    writeFile(join(at, 'timestamps.der'), authority.certificate.raw),
    ...authority.roots.map(({ raw }) => writeFile(join(at, 'timestamp-root.der'), raw)),
  ]);
}

async function writeDocuments(bench: Bench): Promise<{ changed: Buffer; documents: object[] }> {
  const at = join(bench.folder, 'documents');
  await mkdir(at);
  const documents: object[] = [];
  let changed: Buffer | undefined;
  for (const sample of SAMPLE_DOCUMENTS) {
    const pdf = await sealed(bench, sample);
    const { name, key, level } = sample;
    if (name === CHANGED) changed = pdf;
    await writeFile(join(at, `${name}.pdf`), pdf);
    documents.push({ name, key, level, bytes: pdf.length, verdict: await verdictOf(bench, pdf) });
  }
  if (changed === undefined) throw new Error(`${CHANGED} is no sample`);
  return { changed, documents };
}

async function stranger(): Promise<Buffer> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = await issueCertificate(
    {
      subject: 'Somebody else',
      publicKey,
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2046-01-01T00:00:00Z'),
      keyUsage: ['digitalSignature'],
    },
    privateKey,
  );
  return certificateBytes(certificate);
}

function* allMutations(pdf: Buffer, other: Buffer): Generator<Mutation> {
  yield* mutationsOf(pdf, BITS_PER_OBJECT, other);
  yield* cmsFlips(pdf, SIGNATURE_STEP);
}

/** Whether it differs in nothing but the signature's place, over which no seal can be. */
function isInPlace(pdf: Buffer, changed: Buffer): boolean {
  const { start, end } = placeOf(pdf);
  const around = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  return changed.length === pdf.length && around(changed).equals(around(pdf));
}

async function writeMutations(bench: Bench, pdf: Buffer): Promise<object[]> {
  const at = join(bench.folder, 'mutations');
  await mkdir(at);
  const mutations: object[] = [];
  for (const { kind, name: what, make } of allMutations(pdf, await stranger())) {
    const bytes = make();
    if (bytes.equals(pdf)) continue;
    const name = String(mutations.length + 1).padStart(4, '0');
    await writeFile(join(at, `${name}.pdf`), bytes);
    const verdict = await verdictOf(bench, bytes);
    mutations.push({ name, kind, what, inPlace: isInPlace(pdf, bytes), verdict });
  }
  return mutations;
}

async function main(folder: string): Promise<void> {
  const authority = await startTimestampServer();
  authority.behave({ time: SEALED_AT });
  try {
    const bench = { folder, authority, seals: await createSampleSeals(REVOKED_NONE_AT) };
    await mkdir(folder, { recursive: true });
    await writeTrust(bench);
    const { changed, documents } = await writeDocuments(bench);
    const mutations = await writeMutations(bench, changed);
    const made = { checkedAt: CHECKED_AT.toISOString(), changed: CHANGED, documents, mutations };
    await writeFile(join(folder, 'made.json'), JSON.stringify(made, null, 1));
  } finally {
    await authority.close();
  }
}

await main(process.argv[2] ?? '');

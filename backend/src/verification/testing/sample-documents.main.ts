/**
 * Makes sample documents for third-party programs, and every mutation of one of these documents. Also records
 * the verdict of our own verification on each file. Runs as a separate process. The argument is the output
 * folder.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderDocument } from '../../delivery/pdf/render-document.js';
import { PdfSeal } from '../../pades/pdf-seal.js';
import { requestTimestamp } from '../../pades/timestamp.js';
import { startTimestampServer, type TimestampServer } from '../../pades/testing/timestamp-authority.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { verifyDocument } from '../verify-document.js';
import { type Changing, mutationsOf } from './all-mutations.js';
import { cmsFlips, type Mutation, placeOf } from './mutations.js';
import { inputOf, SAMPLE_DOCUMENTS, type SampleDocument } from './sample-documents.js';
import { createSampleSeals, type SampleSeals } from './sample-seals.js';
import { twinOf } from './twins.js';

const SEALED_AT = new Date('2026-11-12T14:00:00Z');
const REVOKED_NONE_AT = new Date('2026-11-12T13:30:00Z');
const CHECKED_AT = new Date('2026-11-13T12:00:00Z');

/**
 * The document to change, the kind of key of its seal, and a step. With the step `n`, every nth bit of the
 * document's signature is flipped, one bit in each file.
 */
const CHANGED = 'en-short';
const CHANGED_KEY = 'P-256';
const SIGNATURE_STEP = 97;

interface Bench {
  readonly folder: string;
  readonly seals: SampleSeals;
  readonly authority: TimestampServer;
  /** A timestamp authority that is not trusted. */
  readonly otherAuthority: TimestampServer;
}

const clockAt = (at: Date) => ({ now: () => at });

/** Returns a timestamp token that states the given time. */
function stamped({ authority, otherAuthority }: Bench, value: Buffer, at: Date, by: 'trusted' | 'unknown') {
  const server = by === 'trusted' ? authority : otherAuthority;
  server.behave({ time: at });
  return requestTimestamp({ url: server.url, roots: server.roots, clock: clockAt(at) }, value);
}

async function sealed(bench: Bench, { story, key, level }: SampleDocument): Promise<Buffer> {
  const seal = new PdfSeal({
    identity: bench.seals.identities[key],
    clock: clockAt(SEALED_AT),
    logger: silentLogger,
    certificates: { keep: async () => {} },
    timestamp: level === 'B-T' ? (value) => stamped(bench, value, SEALED_AT, 'trusted') : undefined,
  });
  const { bytes } = await renderDocument(inputOf(story));
  const made = await seal.seal(bytes, 'Both parties signed.');
  if (made.level !== level) throw new Error(`${level} was to be had, and ${made.level} it is`);
  return made.bytes;
}

/** Returns the verdict that `npm run verify` gives. */
async function verdictOf({ seals, authority }: Bench, pdf: Buffer): Promise<string> {
  const fingerprints = new Set(Object.values(seals.identities).map((one) => one.certificateHash));
  const trust = { fingerprints, timestampRoots: authority.roots };
  const parts = { trust: async () => trust, record: undefined, now: () => CHECKED_AT };
  return (await verifyDocument(pdf, parts)).verdict;
}

/** Writes the certificates that third-party programs have to trust. */
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

function* allMutations(changing: Changing): Generator<Mutation> {
  yield* mutationsOf(changing);
  yield* cmsFlips(changing.pdf, SIGNATURE_STEP);
}

/** True if the changed file differs only in the bytes of the signature. No seal can cover these bytes. */
function isInPlace(pdf: Buffer, changed: Buffer): boolean {
  const { start, end } = placeOf(pdf);
  const around = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  return changed.length === pdf.length && around(changed).equals(around(pdf));
}

async function writeMutations(bench: Bench, pdf: Buffer): Promise<object[]> {
  const at = join(bench.folder, 'mutations');
  await mkdir(at);
  const mutations: object[] = [];
  const { chain } = bench.seals.identities[CHANGED_KEY];
  const changing: Changing = {
    pdf,
    chain,
    twin: await twinOf(chain),
    sealedAt: SEALED_AT,
    stamp: async (...asked) => (await stamped(bench, ...asked)).token,
    whole: true,
  };
  for (const { kind, name: what, make } of allMutations(changing)) {
    const bytes = await make();
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
  const otherAuthority = await startTimestampServer();
  try {
    const seals = await createSampleSeals(REVOKED_NONE_AT);
    const bench = { folder, authority, otherAuthority, seals };
    await mkdir(folder, { recursive: true });
    await writeTrust(bench);
    const { changed, documents } = await writeDocuments(bench);
    const mutations = await writeMutations(bench, changed);
    const made = { checkedAt: CHECKED_AT.toISOString(), changed: CHANGED, documents, mutations };
    await writeFile(join(folder, 'made.json'), JSON.stringify(made, null, 1));
  } finally {
    await Promise.all([authority.close(), otherAuthority.close()]);
  }
}

await main(process.argv[2] ?? '');

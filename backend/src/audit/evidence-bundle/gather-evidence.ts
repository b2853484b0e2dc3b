import { createHash } from 'node:crypto';
import type { Receipt } from '@siegel/contracts/receipt';
import type { StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { parseCore, parseMetadata, withoutMac } from '../../eventsourcing/journal/event-encoding.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import { documentLabel } from '../../nda/nda.blobs.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { SealTrustSource } from '../../pades/seal-trust.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { BundleContent, Opening } from '../../proof/bundle/bundle-files.js';
import { certificateHashes } from '../../proof/bundle/check-agreement.js';
import type { StreamProof } from '../../proof/prove-stream.js';
import { BlobMissing, type BlobStore } from '../../vault/blob-store.js';
import type { Receipts } from '../../vault/receipts.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { SealBroken, type Vault } from '../../vault/vault.js';
import { agreementBytes } from './agreement-bytes.js';
import { openingsOf } from './openings.js';

interface GatheringParts {
  readonly journal: Pick<Journal, 'decode'>;
  readonly vault: Pick<Vault, 'open'>;
  readonly blobs: Pick<BlobStore, 'getRecorded'>;
  readonly receipts: Pick<Receipts, 'keyId' | 'sign' | 'publicKeys'>;
  readonly seals: Pick<SealTrustSource, 'certificates'>;
}

type Sealed = Extract<Recorded<NdaEvent>, { readonly type: 'DocumentSealed' }>;

/**
 * Returns the content of a bundle for an intact stream (rule:evidence-bundle).
 * @throws SealBroken, RuleBroken evidence_broken
 */
export async function gatherEvidence(
  parts: GatheringParts,
  stream: string,
  stored: readonly StoredEvent[],
  { checkpoint, proofs, before, consistency }: StreamProof,
): Promise<BundleContent> {
  const events: Recorded<NdaEvent>[] = [];
  for await (const part of chunkedWithYield(stored))
    events.push(...part.map((event) => parts.journal.decode<NdaEvent>(event)));
  const [created] = events;
  const sealed = events.filter((event): event is Sealed => event.type === 'DocumentSealed');
  const erased = events.some(({ type }) => type === 'NdaErased');
  const openings = await openingsOf(stored, parts.vault, erased);
  const receipts = await receiptsOf(parts.receipts, stored, before);
  const named = new Set([parts.receipts.keyId, checkpoint.keyId]);
  return {
    stream,
    events: stored.map((event) => ({
      ...event,
      data: Buffer.from(event.data),
      metadata: withoutMac(event),
    })),
    openings,
    agreement: created?.type === 'NdaCreated' ? agreementBytes(created, openings) : undefined,
    document: mayBeThere(erased, openings) ? await documentOf(parts.blobs, stream, sealed) : undefined,
    receipts,
    proofs,
    checkpoint,
    consistency,
    keys: sortedKeys(await parts.receipts.publicKeys(), named),
    certificates: certificatesOf(await parts.seals.certificates(), sealed),
  };
}

const mayBeThere = (erased: boolean, openings: readonly Opening[]): boolean =>
  !erased && openings.every(({ state }) => state !== 'key_missing');

/**
 * Returns the newest document, which every mail and download contains; undefined if none was recorded. If the
 * recorded document is missing or altered, waiting does not bring it back. Its loss is therefore reported as
 * a permanent fault.
 * @throws RuleBroken evidence_broken
 */
async function documentOf(
  blobs: Pick<BlobStore, 'getRecorded'>,
  stream: string,
  sealed: readonly Sealed[],
): Promise<Buffer | undefined> {
  const last = sealed.at(-1);
  if (last === undefined) return undefined;
  try {
    return await blobs.getRecorded(stream, documentLabel(last.open.documentHash));
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof SealBroken) return lost();
    throw error;
  }
}

/** Signs new receipts for the events in the log, because the receipts that parties got are not stored. */
async function receiptsOf(
  signer: Pick<Receipts, 'keyId' | 'sign'>,
  stored: readonly StoredEvent[],
  before: readonly (string | null)[],
): Promise<Receipt[]> {
  const { keyId } = signer;
  const receipts: Receipt[] = [];
  for await (const part of chunkedWithYield(stored))
    for (const event of part) {
      const { core, hash: eventHash } = parseMetadata(event);
      const { stream, revision } = event;
      const lastCheckpoint = before[revision] ?? null;
      const statement = { stream, revision, eventHash, at: parseCore(event, core).at, lastCheckpoint, keyId };
      receipts.push({ ...statement, signature: signer.sign(statement) });
    }
  return receipts;
}

/**
 * Throws because a recorded item is missing. The error is permanent, because waiting does not bring the item
 * back.
 */
const lost = (): never => {
  throw new RuleBroken('evidence_broken');
};

const sortedKeys = (
  keys: readonly PublicKeyRecord[],
  named: ReadonlySet<string>,
): readonly PublicKeyRecord[] =>
  keys.filter(({ keyId }) => named.has(keyId)).toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));

/** @throws RuleBroken evidence_broken */
function certificatesOf(known: readonly Buffer[], sealed: readonly Sealed[]): Buffer[] {
  const byHash = new Map(known.map((der) => [createHash('sha256').update(der).digest('hex'), der]));
  const hashes = certificateHashes(sealed.map(({ open }) => ({ ...open })));
  return hashes.map((hash) => byHash.get(hash) ?? lost());
}

import type { Evidence } from '@siegel/contracts/evidence/evidence';
import type { EvidenceV1 } from '@siegel/contracts/evidence/evidence-v1';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import type { UntrustedPlace } from '../eventsourcing/trust/authenticate.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { RecordsState } from '../trust-stream/records.state.js';
import type { DocumentRecord, RecordQuestion } from './verify-document.js';

export interface RecordParts {
  readonly log: Pick<TrustedLog, 'load'>;
  readonly journal: Pick<Journal, 'decode'>;
  /**
   * Returns what is recorded about a closed stream: whether it ended, and the disputes that wait for its repair.
   * @throws StreamUntrusted if these records are closed themselves
   */
  readonly recordsAbout: (stream: string) => Promise<Pick<RecordsState, 'open' | 'ended'>>;
  /**
   * Returns the hexadecimal hash of the leaf that was made for this revision of the stream; undefined if
   * there is no leaf.
   */
  readonly leafAt: (stream: string, revision: number) => Promise<string | undefined>;
  /**
   * SHA-256 of the certificate that currently seals documents. Any other certificate may be known only from a
   * database row, and somebody could have inserted that row.
   */
  readonly configured: string;
  readonly tampering: Tampering;
}

/** An event that records that a document was sealed. */
interface Sealing {
  readonly stored: StoredEvent;
  readonly certificateHash: string | null;
  /** Revision that the document describes. The evidence in the document ends at this revision. */
  readonly asOfRevision: number;
}

interface StreamRecord {
  readonly erased: boolean;
  readonly disputed: boolean;
  /** The sealing events of the document in question. */
  readonly sealings: readonly Sealing[];
}

/**
 * True if the evidence is of this stream. Each event of the evidence, shown or withheld, must have the hash
 * of the stream's event with the same revision. The evidence must end at the revision that the sealing event
 * names.
 */
const isOfStream = (
  { stream, events, asOfRevision }: Evidence | EvidenceV1,
  stored: readonly StoredEvent[],
  sealing: Sealing,
): boolean =>
  stored[0]?.stream === stream &&
  asOfRevision === sealing.asOfRevision &&
  events.every(({ revision, hash }) => {
    const event = stored[revision];
    return event !== undefined && metadataOf(event)?.hash === hash;
  });

async function streamRecordOf(
  { journal }: RecordParts,
  events: readonly StoredEvent[],
  documentHash: string,
): Promise<StreamRecord> {
  const found = { erased: false, disputed: false };
  const sealings: Sealing[] = [];
  for await (const part of chunkedWithYield(events))
    for (const stored of part) {
      const event = journal.decode<NdaEvent>(stored);
      if (event.unknown) continue;
      if (event.type === 'DocumentSealed' && event.open.documentHash === documentHash) {
        const { certificateHash, asOfRevision } = event.open;
        sealings.push({ stored, certificateHash, asOfRevision });
      }
      found.erased ||= event.type === 'NdaErased';
      found.disputed ||= event.type === 'SignatureDisputed';
    }
  return { ...found, sealings };
}

/**
 * Returns whether all events of the stream count, and whether a dispute waits for its repair. Records that are
 * closed themselves may have such a dispute, so the stream counts as closed.
 */
async function waitingFor(
  { recordsAbout }: RecordParts,
  stream: string,
  untrusted: UntrustedPlace | undefined,
): Promise<Pick<DocumentRecord, 'stream' | 'disputed'>> {
  try {
    const { open, ended } = await recordsAbout(stream);
    const disputed = open.some(({ report }) => report.kind === 'dispute');
    if (ended !== null || untrusted?.fault === 'ended') return { stream: 'ended', disputed };
    return { stream: untrusted === undefined ? 'whole' : 'closed', disputed };
  } catch (error) {
    if (!(error instanceof StreamUntrusted)) throw error;
    return { stream: 'closed', disputed: false };
  }
}

/** True if the leaf for this revision has the hash of exactly this event, or if there is no leaf. */
async function matchesLeaf({ leafAt }: RecordParts, { stored }: Sealing): Promise<boolean> {
  const met = await leafAt(stored.stream, stored.revision);
  return met === undefined || met === metadataOf(stored)?.hash;
}

/**
 * Returns the record of a document from the NDA's own stream. The record is read from the open parts of the
 * events, because these stay when everything else is erased. `sealed` is true for every version of the
 * document that was ever sealed (rule:every-sealed-version-verifies), if three conditions hold:
 * - The sealing event names the certificate of the seal.
 * - The sealing event is authenticated, and no leaf contradicts it.
 * - The evidence in the file matches the stream, event by event (rule:evidence-is-of-its-stream).
 *
 * A closed stream says nothing against a certificate or a file, because the event that names it may not count.
 * @throws EventStoreUnavailable
 */
export const documentRecords =
  (parts: RecordParts) =>
  async ({ evidence, documentHash, certificateHash }: RecordQuestion): Promise<DocumentRecord> => {
    const { events, untrusted } = await parts.log.load(ndaStream(evidence.ndaId));
    const { sealings, ...read } = await streamRecordOf(parts, events, documentHash);
    const waiting = await waitingFor(parts, ndaStream(evidence.ndaId), untrusted);
    const record = { ...read, ...waiting, disputed: read.disputed || waiting.disputed };
    const isWhole = record.stream === 'whole';
    const named = sealings.filter((sealing) => sealing.certificateHash === certificateHash);
    const known = named.length > 0 || certificateHash === parts.configured;
    const nothing = { ...record, sealed: false, known };
    if (!known && sealings.length === 0) {
      if (isWhole && events.length > 0)
        parts.tampering.found('certificate', { fingerprint: certificateHash });
      return nothing;
    }
    for (const sealing of named)
      if ((await matchesLeaf(parts, sealing)) && isOfStream(evidence, events, sealing))
        return { ...record, sealed: true, known };
    if (isWhole && sealings.length > 0) {
      const [first] = sealings;
      parts.tampering.found('evidence', {
        stream: ndaStream(evidence.ndaId),
        revision: first?.stored.revision ?? -1,
      });
    }
    return nothing;
  };

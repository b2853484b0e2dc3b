import { readFileSync } from 'node:fs';
import type { EvidenceV1 } from '@siegel/contracts/evidence/evidence-v1';
import { NO_HASH } from '../../../eventsourcing/journal/chain.js';
import { parseCore, parseData, parseMetadata } from '../../../eventsourcing/journal/event-encoding.js';
import { chainedEvent } from '../../../eventsourcing/journal/testing/chained.js';
import { readAttachment } from '../../../pades/read-attachment.js';
import { readSignatures } from '../../../pades/read-signature.js';
import { readSeal } from '../../../pades/verify-seal.js';
import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import type { BundledEvent, Opening } from '../bundle-files.js';
import { sha256 } from './sample-log.js';
import type { StoredSample } from './sample-stream.js';

/** A real agreement whose document has a real seal. */
export interface KeptAgreement {
  readonly events: readonly StoredSample[];
  readonly agreement: Buffer;
  readonly document: Buffer;
  /** DER of the certificate that sealed the document. */
  readonly certificate: Buffer;
}

/**
 * Name of an agreement in the stored data of stage one. The agreement is in German, and was signed in person,
 * paid and sent.
 */
const NAME = 'in-person-card';
const SEALED = 'DocumentSealed.v1';

interface LoggedLine extends Omit<BundledEvent, 'data' | 'metadata'> {
  /** Base64. */
  readonly data: string;
  readonly metadata: string;
}

const kept = (path: string): Buffer =>
  readFileSync(new URL(`../../../../testing/stage-one-data/${path}`, import.meta.url));

/** Returns the events of one stream, as the stage-one version of the program stored them. */
function storedEvents(stream: string): BundledEvent[] {
  const lines = kept('eventstoredb/log.jsonl').toString('utf8').trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line) as LoggedLine)
    .filter((event) => event.stream === stream)
    .map(({ revision, id, type, data, metadata }) => ({
      stream,
      revision,
      id,
      type,
      data: Buffer.from(data, 'base64'),
      metadata: Buffer.from(metadata, 'base64'),
    }));
}

/**
 * Returns the openings of this event that the evidence in the document contains. A sealed part without such
 * an opening is withheld, because its key is not available.
 */
function openingsOf(event: BundledEvent, { events }: EvidenceV1): Opening[] {
  if (parseData(event).commitment === undefined) return [];
  const { revision } = event;
  const disclosed = events[revision]?.disclosed;
  if (disclosed === undefined) return [{ revision, part: 'whole', state: 'withheld' }];
  const { salt, personal } = disclosed;
  return [{ revision, part: 'whole', state: 'opened', salt, text: canonicalJson({ personal }) }];
}

export function keptAgreement(): KeptAgreement {
  const document = kept(`documents/${NAME}.pdf`);
  const attached = readAttachment(document, 'evidence.json') ?? Buffer.alloc(0);
  const evidence = JSON.parse(attached.toString('utf8')) as EvidenceV1;
  const reading = readSignatures(document);
  const cms = 'signatures' in reading ? reading.signatures[0]?.cms : undefined;
  if (cms === undefined) throw new Error(`${NAME} has no seal`);
  const events = storedEvents(evidence.stream).map((event): StoredSample => {
    const { core, hash } = parseMetadata(event);
    return { ...event, hash, at: parseCore(event, core).at, openings: openingsOf(event, evidence) };
  });
  const agreement = Buffer.from(evidence.agreement.document);
  return { events, agreement, document, certificate: readSeal(cms).certificate };
}

/**
 * Replaces the recorded document of the agreement. The events are changed to match the new document, so only
 * the seal of the document can reveal the change.
 */
export function naming(agreement: KeptAgreement, document: Buffer): KeptAgreement {
  let previousHash = NO_HASH;
  const events = agreement.events.map((event): StoredSample => {
    const { stream, revision, id, type } = event;
    const data = type === SEALED ? withDocument(event, document) : event.data;
    const { core } = parseMetadata(event);
    const next = chainedEvent({ format: 1, stream, revision, id, type, data, core }, previousHash);
    previousHash = next.hash;
    return { ...event, data, metadata: Buffer.from(next.metadata), hash: next.hash };
  });
  return { ...agreement, events, document };
}

function withDocument(event: BundledEvent, document: Buffer): Buffer {
  const { open, ...rest } = parseData(event);
  const named = { documentHash: sha256(document).toString('hex'), bytes: document.length };
  return Buffer.from(JSON.stringify({ open: { ...open, ...named }, ...rest }));
}

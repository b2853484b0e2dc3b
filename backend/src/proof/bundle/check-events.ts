import { isRecord } from '@siegel/contracts/evidence/reading';
import { hashContent, hashEvent, hashEventV1, NO_HASH } from '../../eventsourcing/journal/chain.js';
import { EVENT_FORMAT } from '../../eventsourcing/journal/event-encoding.js';
import { type BundledEvent, EVENTS, type OpeningPart, refuse } from './bundle-files.js';
import { isHash, isText, isTime, isType, objectIn, textIn } from './spelling.js';

/** Members of an event's open part. Later checks compare them with other parts of the bundle. */
const COMPARED = [
  'agreementHash',
  'agreementCommitment',
  'documentHash',
  'bytes',
  'certificateHash',
] as const;

/** An event whose hash was verified. */
export interface ProvenEvent {
  readonly revision: number;
  /** Without its version. */
  readonly name: string;
  readonly version: number;
  readonly at: string;
  readonly hash: string;
  /**
   * Only the members in `COMPARED`. Keeping all members of the open parts of all events would take much
   * memory.
   */
  readonly open: Readonly<Partial<Record<(typeof COMPARED)[number], unknown>>>;
  /** The commitments of the event's sealed parts, in the order of their openings. */
  readonly commitments: readonly { readonly part: OpeningPart; readonly commitment: string }[];
}

interface Read extends ProvenEvent {
  readonly previousHash: string;
}

/**
 * Verifies the stream, the revision and the hash of each event, and that each event continues the event
 * before it. Pure.
 * @throws BundleFault
 */
export function checkEvents(stream: string, events: readonly BundledEvent[]): ProvenEvent[] {
  if (events.length === 0) refuse('event_missing', EVENTS, 0);
  const proven: ProvenEvent[] = [];
  let before: Pick<Read, 'hash' | 'at'> = { hash: NO_HASH, at: '' };
  for (const [n, event] of events.entries()) {
    if (event.stream !== stream) refuse('other_stream', EVENTS, n);
    if (event.revision !== n) refuse(misplaced(events, n), EVENTS, n);
    const read = provenEvent(event) ?? refuse('event_altered', EVENTS, n);
    if (read.previousHash !== before.hash) refuse('chain_broken', EVENTS, n);
    if (read.at < before.at) refuse('time_runs_back', EVENTS, n);
    proven.push(read);
    before = read;
  }
  return proven;
}

function misplaced(
  events: readonly BundledEvent[],
  n: number,
): 'event_doubled' | 'order_broken' | 'event_missing' {
  if ((events[n]?.revision ?? 0) < n) return 'event_doubled';
  return events.slice(n + 1).some(({ revision }) => revision === n) ? 'order_broken' : 'event_missing';
}

interface Metadata {
  readonly core: string;
  readonly previousHash: string;
  readonly hash: string;
  /** Undefined in format 1. */
  readonly hidden: { readonly blind: string; readonly content: string } | undefined;
}

/**
 * Returns undefined if the bytes differ from the only valid spelling of the metadata. No hash covers these
 * bytes, so no variation is allowed.
 */
function metadataIn(bytes: Buffer): Metadata | undefined {
  const metadata = objectIn(bytes);
  if (metadata === undefined) return undefined;
  const { core, blind, content, previousHash, hash } = metadata;
  if (!isText(core) || !isHash(previousHash) || !isHash(hash)) return undefined;
  const isHidden = blind !== undefined || content !== undefined;
  if (isHidden && !(isHash(blind) && isHash(content))) return undefined;
  if (JSON.stringify({ core, blind, content, previousHash, hash }) !== textIn(bytes)) return undefined;
  const hidden = isHash(blind) && isHash(content) ? { blind, content } : undefined;
  return { core, previousHash, hash, hidden };
}

/**
 * Returns undefined if the event does not match its own hash, or if the event has a form that this service
 * does not write.
 */
function provenEvent(event: BundledEvent): Read | undefined {
  const { type, data: bytes, revision } = event;
  const metadata = metadataIn(event.metadata);
  if (metadata === undefined || !isType(type) || !isHashed(event, metadata)) return undefined;
  const core = objectIn(metadata.core);
  const format = metadata.hidden === undefined ? 1 : EVENT_FORMAT;
  const at = core?.['at'];
  if (core?.['format'] !== format || !isTime(at)) return undefined;
  const data = objectIn(bytes);
  const open = data?.['open'];
  const commitments = data && commitmentsIn(data, format);
  if (!isRecord(open) || commitments === undefined) return undefined;
  const dot = type.lastIndexOf('.v');
  const [name, version] = [type.slice(0, dot), Number(type.slice(dot + 2))];
  const { hash, previousHash } = metadata;
  return { revision, name, version, at, hash, previousHash, open: comparedIn(open), commitments };
}

function comparedIn(open: Readonly<Record<string, unknown>>): ProvenEvent['open'] {
  const found = COMPARED.flatMap((name) => (isPlain(open[name]) ? [[name, open[name]]] : []));
  return Object.fromEntries(found) as ProvenEvent['open'];
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function isHashed(event: BundledEvent, { core, hidden, previousHash, hash }: Metadata): boolean {
  if (hidden === undefined) return hashEventV1({ ...event, core, previousHash }) === hash;
  const { blind, content } = hidden;
  return (
    hashContent({ ...event, blind, core }) === content &&
    hashEvent({ ...event, content, previousHash }) === hash
  );
}

/** Returns undefined if any commitment is not a hash. */
function commitmentsIn(
  data: Readonly<Record<string, unknown>>,
  format: number,
): ProvenEvent['commitments'] | undefined {
  const { commitments = {}, commitment: whole } = data;
  if (!isRecord(commitments)) return undefined;
  const { personal, origin } = commitments;
  const all = [personal, origin, whole];
  if (!all.every((one) => one === undefined || isHash(one))) return undefined;
  const named = Object.entries(format === 1 ? { whole } : { personal, origin }) as [OpeningPart, unknown][];
  return named.flatMap(([part, commitment]) => (isHash(commitment) ? [{ part, commitment }] : []));
}

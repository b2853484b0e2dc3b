import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.js';
import { EVIDENCE_FORMAT, type Evidence, type EvidenceEvent, type EvidenceParty } from './evidence.js';
import { evidenceEventHash, sha256Hex } from './event-hash.js';

/** What does not fit. Free of what the file says, so that it may be shown and logged. */
export type EvidenceProblem =
  | 'unreadable'
  | 'unknown_format'
  | 'agreement_hash'
  | 'event_hash'
  | 'event_link'
  | 'event_missing'
  | 'event_of_other_stream'
  | 'disclosure'
  | 'not_complete'
  | 'signed_other_text'
  | 'party';

export interface EvidenceReport {
  readonly consistent: boolean;
  readonly problems: readonly EvidenceProblem[];
  /** Undefined where the text is no evidence of a known format. */
  readonly evidence: Evidence | undefined;
}

/** Largest file that is looked at, in characters. */
const TEXT_MAX = 5_000_000;
const NO_HASH = '0'.repeat(64);

interface ReadEvent {
  readonly type: string;
  readonly at: string;
  readonly open: Readonly<Record<string, unknown>>;
  readonly commitment: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areStrings = (of: Record<string, unknown>, ...names: string[]): boolean =>
  names.every((name) => typeof of[name] === 'string');

const isEvent = (value: unknown): value is EvidenceEvent =>
  isRecord(value) &&
  areStrings(value, 'id', 'type', 'core', 'data', 'previousHash', 'hash') &&
  typeof value['revision'] === 'number' &&
  (value['disclosed'] === undefined ||
    (isRecord(value['disclosed']) &&
      areStrings(value['disclosed'], 'salt') &&
      isRecord(value['disclosed']['personal'])));

const isParty = (value: unknown): value is EvidenceParty =>
  isRecord(value) &&
  areStrings(value, 'role', 'name', 'signedAt', 'channel', 'signatureHash') &&
  (value['company'] === null || typeof value['company'] === 'string');

const isEvidence = (value: Record<string, unknown>): boolean =>
  areStrings(value, 'ndaId', 'stream', 'language', 'completedAt') &&
  typeof value['asOfRevision'] === 'number' &&
  isRecord(value['agreement']) &&
  areStrings(value['agreement'], 'templateVersion', 'hash', 'document') &&
  Array.isArray(value['parties']) &&
  value['parties'].length === 2 &&
  value['parties'].every(isParty) &&
  Array.isArray(value['events']) &&
  value['events'].every(isEvent);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readEvent(event: EvidenceEvent): ReadEvent | undefined {
  const [core, data] = [parsed(event.core), parsed(event.data)];
  if (!isRecord(core) || !isRecord(data) || typeof core['at'] !== 'string' || !isRecord(data['open']))
    return undefined;
  const { commitment } = data;
  return {
    type: event.type.replace(/\.v\d+$/, ''),
    at: core['at'],
    open: data['open'],
    commitment: commitment as string | undefined,
  };
}

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function provesDisclosure(event: EvidenceEvent, read: ReadEvent): boolean {
  if (event.disclosed === undefined) return true;
  const { salt, personal } = event.disclosed;
  try {
    return (
      sha256Hex(concatBytes(bytesOf(salt), utf8ToBytes(canonicalJson({ personal })))) === read.commitment
    );
  } catch {
    return false;
  }
}

function* chainProblems(evidence: Evidence): Generator<EvidenceProblem> {
  let previous = NO_HASH;
  for (const [expected, event] of evidence.events.entries()) {
    if (event.revision !== expected) yield 'event_missing';
    if (event.previousHash !== previous) yield 'event_link';
    if (evidenceEventHash(evidence.stream, event) !== event.hash) yield 'event_hash';
    previous = event.hash;
  }
  if (evidence.events.length !== evidence.asOfRevision + 1) yield 'event_missing';
}

/** The event of a type; a stream of this kind has each of those that are asked for once. */
const only = (events: readonly ReadEvent[], type: string): ReadEvent | undefined => {
  const found = events.filter((event) => event.type === type);
  return found.length === 1 ? found[0] : undefined;
};

function* partyProblems(
  evidence: Evidence,
  signed: readonly [ReadEvent, ReadEvent],
): Generator<EvidenceProblem> {
  const document = parsed(evidence.agreement.document);
  const named: readonly unknown[] =
    isRecord(document) && Array.isArray(document['parties']) ? document['parties'] : [];
  for (const [index, party] of evidence.parties.entries()) {
    const written = named[index];
    const fits =
      isRecord(written) && written['name'] === party.name && (written['company'] ?? null) === party.company;
    if (!fits || party.party !== index + 1 || party.signedAt !== signed[index]?.at) yield 'party';
  }
}

function* contentProblems(evidence: Evidence, events: readonly ReadEvent[]): Generator<EvidenceProblem> {
  const { hash, document, templateVersion } = evidence.agreement;
  if (sha256Hex(utf8ToBytes(document)) !== hash) yield 'agreement_hash';
  const [created, first, second, completed] = [
    'NdaCreated',
    'Party1Signed',
    'Party2Signed',
    'NdaCompleted',
  ].map((type) => only(events, type));
  if (created === undefined || first === undefined || second === undefined || completed === undefined) {
    yield 'not_complete';
    return;
  }
  if (completed.at !== evidence.completedAt) yield 'not_complete';
  const named = [created, first, second, completed].every(({ open }) => open['agreementHash'] === hash);
  if (!named || created.open['templateVersion'] !== templateVersion) yield 'signed_other_text';
  yield* partyProblems(evidence, [first, second]);
}

function* problemsOf(evidence: Evidence): Generator<EvidenceProblem> {
  if (evidence.stream !== `nda-${evidence.ndaId}`) yield 'event_of_other_stream';
  yield* chainProblems(evidence);
  const events = evidence.events.map(readEvent);
  if (!events.every((event) => event !== undefined)) {
    yield 'unreadable';
    return;
  }
  if (evidence.events.some((event, index) => !provesDisclosure(event, events[index] as ReadEvent)))
    yield 'disclosure';
  yield* contentProblems(evidence, events);
}

/**
 * Recomputes everything in a piece of evidence from itself: each event's hash and its place, what is
 * disclosed against its commitment, the agreement against what both signatures name, the parties against the
 * agreement. It proves that nothing in it was altered, not who made it: that is the seal's business.
 */
export function checkEvidence(text: string): EvidenceReport {
  const refused = (problem: EvidenceProblem): EvidenceReport => ({
    consistent: false,
    problems: [problem],
    evidence: undefined,
  });
  const value = text.length > TEXT_MAX ? undefined : parsed(text);
  if (!isRecord(value)) return refused('unreadable');
  if (value['format'] !== EVIDENCE_FORMAT) return refused('unknown_format');
  if (!isEvidence(value)) return refused('unreadable');
  const evidence = value as unknown as Evidence;
  const problems = [...new Set(problemsOf(evidence))];
  return { consistent: problems.length === 0, problems, evidence };
}

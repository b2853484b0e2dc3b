import { contentProblems } from './check-content.js';
import { evidenceEventHashV1 } from './event-hash.js';
import type { EvidenceProblem } from './evidence-problem.js';
import type { EvidenceEventV1, EvidencePartyV1, EvidenceV1 } from './evidence-v1.js';
import { areStrings, isRecord } from './reading.js';
import { isDisclosure, provesDisclosure, decodeShown } from './shown-event.js';

const NO_HASH = '0'.repeat(64);

const isEvent = (value: unknown): value is EvidenceEventV1 =>
  isRecord(value) &&
  areStrings(value, 'id', 'type', 'core', 'data', 'previousHash', 'hash') &&
  typeof value['revision'] === 'number' &&
  isDisclosure(value['disclosed']);

const isParty = (value: unknown): value is EvidencePartyV1 =>
  isRecord(value) &&
  areStrings(value, 'role', 'name', 'signedAt', 'channel', 'signatureHash') &&
  (value['company'] === null || typeof value['company'] === 'string');

export const isEvidenceV1 = (value: Record<string, unknown>): boolean =>
  areStrings(value, 'ndaId', 'stream', 'language', 'completedAt') &&
  typeof value['asOfRevision'] === 'number' &&
  isRecord(value['agreement']) &&
  areStrings(value['agreement'], 'templateVersion', 'hash', 'document') &&
  Array.isArray(value['parties']) &&
  value['parties'].length === 2 &&
  value['parties'].every(isParty) &&
  Array.isArray(value['events']) &&
  value['events'].every(isEvent);

function* chainProblems(evidence: EvidenceV1): Generator<EvidenceProblem> {
  let previous = NO_HASH;
  for (const [expected, event] of evidence.events.entries()) {
    if (event.revision !== expected) yield 'event_missing';
    if (event.previousHash !== previous) yield 'event_link';
    if (evidenceEventHashV1(evidence.stream, event) !== event.hash) yield 'event_hash';
    previous = event.hash;
  }
  if (evidence.events.length !== evidence.asOfRevision + 1) yield 'event_missing';
}

/** Yields the problems of evidence that contains the whole history with all its open parts. */
export function* evidenceV1Problems(evidence: EvidenceV1): Generator<EvidenceProblem> {
  if (evidence.stream !== `nda-${evidence.ndaId}`) yield 'event_of_other_stream';
  yield* chainProblems(evidence);
  const events = evidence.events.map(decodeShown);
  if (!events.every((event) => event !== undefined)) {
    yield 'unreadable';
    return;
  }
  const isProven = ({ disclosed }: EvidenceEventV1, index: number): boolean =>
    disclosed === undefined || provesDisclosure(disclosed, events[index]?.commitment);
  if (!evidence.events.every(isProven)) yield 'disclosure';
  yield* contentProblems(evidence, events);
}

import { consentText } from '../agreement/consent.js';
import { LANGUAGES, SIGNATURE_KINDS } from '../enums.js';
import { contentProblems, milestonesOf, type ReadEvent } from './check-content.js';
import { evidenceContentHash, evidenceEventHash, evidenceEventHashV1 } from './event-hash.js';
import {
  type Evidence,
  type EvidenceEvent,
  type EvidenceParty,
  SHOWN_TYPES,
  type ShownEvent,
  type ShownEventV1,
  signatureFileName,
} from './evidence.js';
import type { EvidenceProblem } from './evidence-problem.js';
import { areStrings, hasMembers, isRecord } from './reading.js';
import { isDisclosure, provesDisclosure, type DecodedEvent, decodeShown } from './shown-event.js';

const NO_HASH = '0'.repeat(64);
const CONTENT = ['id', 'type', 'core', 'data'] as const;
const LINK = ['revision', 'content', 'previousHash', 'hash'] as const;
const SHAPES = {
  shown: [...LINK, ...CONTENT, 'blind'],
  shownV1: ['revision', 'previousHash', 'hash', 'format', ...CONTENT],
  withheld: LINK,
  withheldV1: ['revision', 'hash', 'format'],
} as const;

/**
 * True if the value has exactly one of the four shapes of an event. No other member is allowed, because the
 * checks would ignore what it states.
 */
function isEvent(value: unknown): value is EvidenceEvent {
  if (!isRecord(value) || !isDisclosure(value['disclosed'])) return false;
  const isShown = 'core' in value;
  const isFirstFormat = 'format' in value;
  const members = isShown
    ? isFirstFormat
      ? SHAPES.shownV1
      : SHAPES.shown
    : isFirstFormat
      ? SHAPES.withheldV1
      : SHAPES.withheld;
  const texts = members.filter((name) => name !== 'revision' && name !== 'format');
  return (
    hasMembers(value, members, isShown ? ['disclosed'] : []) &&
    areStrings(value, ...texts) &&
    Number.isSafeInteger(value['revision']) &&
    (!isFirstFormat || value['format'] === 1)
  );
}

const isOneOf = (values: readonly string[], value: unknown): boolean => values.some((each) => each === value);

const isConsent = (value: unknown): boolean =>
  isRecord(value) &&
  hasMembers(value, ['wording', 'language', 'text']) &&
  areStrings(value, 'wording') &&
  (value['language'] === null
    ? value['text'] === null
    : isOneOf(LANGUAGES, value['language']) && areStrings(value, 'text'));

const PARTY = ['role', 'name', 'signedAt', 'channel', 'signatureHash', 'signatureFile'] as const;

const isParty = (value: unknown): value is EvidenceParty =>
  isRecord(value) &&
  hasMembers(value, [...PARTY, 'party', 'company', 'signatureKind', 'consent']) &&
  areStrings(value, ...PARTY) &&
  (value['company'] === null || typeof value['company'] === 'string') &&
  (value['signatureKind'] === null || isOneOf(SIGNATURE_KINDS, value['signatureKind'])) &&
  isConsent(value['consent']);

const AGREEMENT = ['templateVersion', 'hash', 'document'] as const;
const TEXTS = ['ndaId', 'stream', 'language', 'completedAt'] as const;

export const isEvidenceV2 = (value: Record<string, unknown>): boolean =>
  hasMembers(value, [...TEXTS, 'format', 'about', 'asOfRevision', 'agreement', 'parties', 'events']) &&
  areStrings(value, ...TEXTS) &&
  Array.isArray(value['about']) &&
  value['about'].every((line) => typeof line === 'string') &&
  Number.isSafeInteger(value['asOfRevision']) &&
  isRecord(value['agreement']) &&
  hasMembers(value['agreement'], AGREEMENT) &&
  areStrings(value['agreement'], ...AGREEMENT) &&
  Array.isArray(value['parties']) &&
  value['parties'].length === 2 &&
  value['parties'].every(isParty) &&
  Array.isArray(value['events']) &&
  value['events'].every(isEvent);

const isShown = (event: EvidenceEvent): event is ShownEvent | ShownEventV1 => 'core' in event;

function isHashed(stream: string, event: EvidenceEvent): boolean {
  if (!isShown(event)) return 'format' in event || evidenceEventHash(stream, event) === event.hash;
  if ('format' in event) return evidenceEventHashV1(stream, event) === event.hash;
  return evidenceContentHash(event) === event.content && evidenceEventHash(stream, event) === event.hash;
}

function* chainProblems({ stream, events, asOfRevision }: Evidence): Generator<EvidenceProblem> {
  let previous = NO_HASH;
  for (const [expected, event] of events.entries()) {
    if (event.revision !== expected) yield 'event_missing';
    if ('previousHash' in event && event.previousHash !== previous) yield 'event_link';
    if (!isHashed(stream, event)) yield 'event_hash';
    previous = event.hash;
  }
  if (events.length !== asOfRevision + 1) yield 'event_missing';
}

/**
 * True if a shown event discloses the personal part to which the event commits, and the part matches the
 * commitment. Also true if there is no commitment and no disclosed part. In format 1, one commitment may
 * cover both the personal part and an address. In that format, only the creation event must disclose its
 * personal part, because no address is sealed with that part.
 */
function isDisclosed(event: ShownEvent | ShownEventV1, { commitment, type, format }: DecodedEvent): boolean {
  if (format !== ('format' in event ? 1 : 2)) return false;
  if (event.disclosed !== undefined) return provesDisclosure(event.disclosed, commitment);
  return 'format' in event ? type !== 'NdaCreated' : commitment === undefined;
}

function* signingProblems(evidence: Evidence, events: readonly ReadEvent[]): Generator<EvidenceProblem> {
  const milestones = milestonesOf(events);
  if (milestones === undefined) return;
  for (const { party, channel, signatureKind, signatureFile, consent } of evidence.parties) {
    const { version, open } = milestones.signed[party] ?? { version: 0, open: {} };
    const reported = version === 1 ? { signatureKind: null, consentLanguage: null } : open;
    if (signatureFile !== signatureFileName(party) || reported['signatureKind'] !== signatureKind)
      yield 'signature';
    const { wording, language, text } = consent;
    const words = language === null ? null : consentText(wording, { language, party, channel });
    if (open['consentWording'] !== wording || reported['consentLanguage'] !== language || words !== text)
      yield 'consent';
  }
}

/**
 * Checks a signature that Party 2 made through a link. Yields a problem if the signature does not name the
 * last link that was made for Party 2 before the signature.
 */
function* linkProblems(events: readonly ReadEvent[]): Generator<EvidenceProblem> {
  const signed = events.find(({ type }) => type === 'Party2Signed');
  if (signed === undefined || signed.open['channel'] !== 'remote') return;
  const token = events
    .filter(({ revision }) => revision < signed.revision)
    .filter(({ type }) => type === 'Party2Invited' || type === 'Party2AddressCorrected')
    .map(({ open }) => open['tokenHash'])
    .findLast((hash) => typeof hash === 'string');
  if (token === undefined || token !== signed.open['tokenHash']) yield 'event_missing';
}

const INVITATION_FATES = ['accepted', 'unknown'];

/**
 * False if an `InvitationSent` event does not state the fate of its mail. Version 1 of the event does not
 * have to state a fate.
 */
const statesFate = ({ type, version, open }: ReadEvent): boolean =>
  type !== 'InvitationSent' || version === 1 || isOneOf(INVITATION_FATES, open['fate']);

/** Yields the problems of the shown events, and of the chain of all events. */
export function* evidenceV2Problems(evidence: Evidence): Generator<EvidenceProblem> {
  if (evidence.stream !== `nda-${evidence.ndaId}`) yield 'event_of_other_stream';
  yield* chainProblems(evidence);
  const events: DecodedEvent[] = [];
  for (const event of evidence.events.filter(isShown)) {
    const read = decodeShown(event);
    if (read === undefined || !isOneOf(SHOWN_TYPES, read.type) || !statesFate(read)) {
      yield 'unreadable';
      return;
    }
    if (!isDisclosed(event, read)) yield 'disclosure';
    events.push(read);
  }
  yield* contentProblems(evidence, events);
  yield* signingProblems(evidence, events);
  yield* linkProblems(events);
}

import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Party } from '../enums.js';
import { evidenceAgreementCommitment, sha256Hex } from './event-hash.js';
import type { EvidenceProblem } from './evidence-problem.js';
import { isInstant, isRecord, parsed, saltOf } from './reading.js';

/** The parts of a shown event that are checked here. */
export interface ReadEvent {
  readonly revision: number;
  readonly type: string;
  /** Version of the event type, for example 2 for `NdaCreated.v2`. */
  readonly version: number;
  readonly at: string;
  readonly open: Readonly<Record<string, unknown>>;
  /** The disclosed personal part. It has already been checked against its commitment. */
  readonly personal: Readonly<Record<string, unknown>> | undefined;
}

/** The statements about the agreement and its parties. Evidence of both formats makes these statements. */
export interface Claims {
  readonly language: string;
  readonly completedAt: string;
  readonly agreement: {
    readonly templateVersion: string;
    readonly hash: string;
    readonly document: string;
  };
  readonly parties: readonly {
    readonly party: number;
    readonly role: string;
    readonly name: string;
    readonly company: string | null;
    readonly signedAt: string;
    readonly channel: string;
    readonly signatureHash: string;
  }[];
}

/** The four events with which an agreement is created, signed by each party, and completed. */
export interface Milestones {
  readonly created: ReadEvent;
  readonly signed: { readonly [P in Party]: ReadEvent };
  readonly completed: ReadEvent;
}

/**
 * Returns the only event of a type. Returns undefined if the stream has no event of the type, or several. A
 * valid stream has exactly one event of each type that this file requests.
 */
const only = (events: readonly ReadEvent[], type: string): ReadEvent | undefined => {
  const found = events.filter((event) => event.type === type);
  return found.length === 1 ? found[0] : undefined;
};

export function milestonesOf(events: readonly ReadEvent[]): Milestones | undefined {
  const [created, first, second, completed] = [
    'NdaCreated',
    'Party1Signed',
    'Party2Signed',
    'NdaCompleted',
  ].map((type) => only(events, type));
  if (created === undefined || first === undefined || second === undefined || completed === undefined)
    return undefined;
  return { created, signed: { 1: first, 2: second }, completed };
}

/**
 * Yields a problem unless Party 1 signed first, Party 2's signature completed the agreement, and no event is
 * earlier than the previous event.
 */
export function* orderProblems(
  { created, signed, completed }: Milestones,
  events: readonly ReadEvent[],
): Generator<EvidenceProblem> {
  if (
    created.revision !== 0 ||
    signed[1].revision >= signed[2].revision ||
    completed.revision !== signed[2].revision + 1
  )
    yield 'event_order';
  for (const [index, { at }] of events.entries()) {
    const before = events[index - 1]?.at;
    if (!isInstant(at) || (before !== undefined && at < before)) yield 'event_order';
  }
}

/**
 * Returns the commitment to this hash. Returns undefined if the creation event does not confirm the hash.
 * Version 1 of the creation event recorded the hash in plain text. Later versions seal the hash with a salt.
 */
function commitmentOf({ version, open, personal }: ReadEvent, hash: string): string | undefined {
  if (version === 1)
    return open['agreementHash'] === hash ? evidenceAgreementCommitment(new Uint8Array(), hash) : undefined;
  if (personal?.['agreementHash'] !== hash || typeof personal['agreementSalt'] !== 'string') return undefined;
  const salt = saltOf(personal['agreementSalt']);
  const commitment = salt && evidenceAgreementCommitment(salt, hash);
  return commitment === open['agreementCommitment'] ? commitment : undefined;
}

function* textProblems(claims: Claims, milestones: Milestones): Generator<EvidenceProblem> {
  const { hash, document, templateVersion } = claims.agreement;
  if (sha256Hex(utf8ToBytes(document)) !== hash) {
    yield 'agreement_hash';
    return;
  }
  const { created, signed, completed } = milestones;
  const commitment = commitmentOf(created, hash);
  const names = ({ version, open }: ReadEvent): boolean =>
    version === 1 ? open['agreementHash'] === hash : open['agreementCommitment'] === commitment;
  if (commitment === undefined || ![signed[1], signed[2], completed].every(names)) yield 'signed_other_text';
  if ([created, signed[1], signed[2]].some(({ open }) => open['templateVersion'] !== templateVersion))
    yield 'signed_other_text';
}

const ROLES = ['discloser', 'recipient'] as const;

function* partyProblems(claims: Claims, { created, signed }: Milestones): Generator<EvidenceProblem> {
  const document = parsed(claims.agreement.document);
  const text = isRecord(document) ? document : {};
  const named: readonly unknown[] = Array.isArray(text['parties']) ? text['parties'] : [];
  if (
    text['language'] !== claims.language ||
    created.open['language'] !== claims.language ||
    text['templateVersion'] !== claims.agreement.templateVersion
  )
    yield 'signed_other_text';
  for (const [index, party] of claims.parties.entries()) {
    const number = index === 0 ? 1 : 2;
    const written = named[index];
    const personal = created.personal;
    const fits =
      isRecord(written) &&
      written['name'] === party.name &&
      (written['company'] ?? null) === party.company &&
      written['role'] === party.role &&
      personal?.[`party${number}Name`] === party.name &&
      (personal[`party${number}Company`] ?? null) === party.company;
    const channel = number === 1 ? 'in-person' : signed[2].open['channel'];
    if (
      !fits ||
      party.party !== number ||
      party.role !== ROLES[index] ||
      party.signedAt !== signed[number].at ||
      party.channel !== channel
    )
      yield 'party';
    const disclosed = signed[number].personal;
    if (disclosed !== undefined && disclosed['signatureHash'] !== party.signatureHash) yield 'signature';
  }
}

/** Yields a problem for each statement about the agreement that does not match the events. */
export function* contentProblems(claims: Claims, events: readonly ReadEvent[]): Generator<EvidenceProblem> {
  const milestones = milestonesOf(events);
  if (milestones === undefined) {
    yield 'not_complete';
    return;
  }
  if (milestones.completed.at !== claims.completedAt) yield 'not_complete';
  yield* orderProblems(milestones, events);
  yield* textProblems(claims, milestones);
  yield* partyProblems(claims, milestones);
}

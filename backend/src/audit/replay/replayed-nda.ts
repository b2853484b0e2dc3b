import type { ReplayedField, SealedField } from '@siegel/contracts/audit/fields';
import type { ReplayedNda, Unreadable } from '@siegel/contracts/audit/views';
import type { Party } from '@siegel/contracts/enums';
import { OPEN_TERMS, pickTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import { ownMember } from '@siegel/contracts/own-members';
import type { Origin, Recorded } from '../../eventsourcing/journal/event.js';
import type { SealedPart } from '../../eventsourcing/projections/sealed-part.js';
import type { NdaEvent, NdaPersonal } from '../../nda/nda.events.js';
import type { NdaState } from '../../nda/nda.state.js';
import { hashOfVersion1 } from '../../agreements/agreement-text.js';
import type { Agreement } from '../../agreements/agreement.js';
import type { PartName } from '../../agreements/sealed-parts.js';
import { ndaView } from '../../agreements/nda-view.js';
import type { ReplayState } from './replay-state.js';

/** The opened content of an event's sealed part, or the reason why it cannot be read. */
export interface UnsealedEvent {
  readonly personal: object | undefined;
  readonly origin: Origin | undefined;
  readonly unreadable: Unreadable | null;
}

/**
 * Returns the sealed content of an event after the event was unsealed, or the reason why the content cannot
 * be read.
 */
export const unsealedAs = ({
  personal,
  origin,
  erased,
  keyMissing,
  sealBroken,
}: Recorded): UnsealedEvent => ({
  personal,
  origin,
  unreadable: erased ? 'erased' : keyMissing ? 'key_missing' : sealBroken ? 'broken' : null,
});

/** Returns the event as it is shown once its NDA is erased, even if the key is not destroyed yet. */
export const afterErasure = (event: Recorded<NdaEvent>): Recorded<NdaEvent> =>
  event.sealed === undefined
    ? event
    : {
        ...event,
        personal: undefined,
        origin: undefined,
        erased: true,
        keyMissing: false,
        sealBroken: false,
      };

/** Finds the opened content of an event in this history by the event's id. */
export type FindUnsealed = (eventId: string) => UnsealedEvent | undefined;

/**
 * The sealed parts of an agreement by name, with the fields of the NDA's view (`N`) that each part contains.
 */
const FIELDS_OF_PART: { readonly [Name in PartName]?: readonly ReplayedField[] } = {
  created: [...SEALED_TERMS, 'agreementHash'],
  ownAddress: ['party1Email'],
  address: ['party2Email'],
  voucher: ['voucherCode'],
  party2Signed: ['party2SignatureIp'],
  legalHold: ['legalHoldReason'],
};

export interface Replayed {
  readonly nda: ReplayedNda;
  /** Fields that cannot be read, each with the id of the event that set it. */
  readonly gone: { readonly [Field in ReplayedField]?: string };
  readonly unreadable: Unreadable | null;
}

const NO_TERMS = Object.fromEntries(SEALED_TERMS.map((term) => [term, ''])) as unknown as NdaPersonal;

const textIn = (unsealed: UnsealedEvent | undefined, name: string): string | undefined => {
  const value: unknown = unsealed?.personal === undefined ? undefined : ownMember(unsealed.personal, name);
  return typeof value === 'string' ? value : undefined;
};

/**
 * Returns the sealed parts in the order in which they were sealed, because a later part replaces an earlier
 * one.
 */
const partsOf = ({ sealed }: Agreement): readonly (readonly [PartName, SealedPart])[] =>
  (Object.entries(sealed) as [PartName, SealedPart][]).sort(
    ([, one], [, other]) => one.revision - other.revision,
  );

function goneIn(nda: Agreement, find: FindUnsealed): Pick<Replayed, 'gone' | 'unreadable'> {
  const gone: Partial<Record<ReplayedField, string>> = {};
  let unreadable: Unreadable | null = null;
  for (const [name, { eventId }] of partsOf(nda)) {
    const why = find(eventId)?.unreadable ?? null;
    unreadable ??= why;
    for (const field of FIELDS_OF_PART[name] ?? []) {
      if (why === null) delete gone[field];
      else gone[field] = eventId;
    }
  }
  if (nda.state.mode !== 'remote') delete gone.party2SignatureIp;
  return { gone, unreadable };
}

/**
 * Returns the recorded hash of the agreement. If no hash was recorded, computes the hash again; if the terms
 * cannot be read, returns an empty text.
 */
function agreementHashOf(state: NdaState, created: UnsealedEvent | undefined): string {
  const recorded = textIn(created, 'agreementHash');
  if (recorded !== undefined || created?.personal === undefined || state.terms === undefined)
    return recorded ?? '';
  const terms = {
    ...pickTerms(created.personal as NdaPersonal, SEALED_TERMS),
    ...pickTerms(state.terms, OPEN_TERMS),
  };
  return hashOfVersion1(state, terms);
}

/**
 * Returns the NDA's view (`N`) for a state of its history, made from the parts that can still be read.
 * Returns undefined if the history up to this state has no creation event that this version knows.
 */
export function replayedNda({ nda, erasedAt }: ReplayState, find: FindUnsealed): Replayed | undefined {
  const { state, sealed: parts } = nda;
  if (state.status === 'none') return undefined;
  const part = (name: PartName): UnsealedEvent | undefined => {
    const sealed = parts[name];
    return sealed === undefined ? undefined : find(sealed.eventId);
  };
  const created = part('created');
  const bounce = (party: Party) => textIn(part(`bounce${party}`), 'reason');
  const view = ndaView(state, {
    created: created?.personal === undefined ? NO_TERMS : (created.personal as NdaPersonal),
    agreementHash: agreementHashOf(state, created),
    party1Email: textIn(part('ownAddress'), 'party1Email'),
    party2Email: textIn(part('address'), 'party2Email'),
    voucherCode: textIn(part('voucher'), 'voucherCode'),
    party2SignatureIp: state.mode === 'remote' ? (part('party2Signed')?.origin?.ip ?? undefined) : undefined,
    bounceReasons: { 1: bounce(1), 2: bounce(2) },
  });
  const { gone, unreadable } = goneIn(nda, find);
  const cleared = Object.fromEntries(Object.keys(gone).map((field) => [field, null])) as {
    [Field in SealedField]?: null;
  };
  const since = state.legalHoldSince;
  const legalHold = since === null ? null : { since, reason: textIn(part('legalHold'), 'reason') ?? null };
  return { nda: { ...view, ...cleared, legalHold, deletedAt: erasedAt }, gone, unreadable };
}

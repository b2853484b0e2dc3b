import { OPEN_TERMS, recordTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import { moneyBackAfter } from '../money-back.js';
import { ndaIdOf, type NdaCreated } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import type { PartyPayment } from '../payment.state.js';
import type { Folds, RecordedNda } from './fold.js';
import { withoutOpenLinks } from './creator-access.js';

function created(
  _: NdaState,
  { open, personal, ...event }: RecordedNda<NdaCreated['type']>,
): Partial<NdaState> {
  return {
    id: ndaIdOf(event.stream),
    status: 'draft',
    createdAt: event.at,
    terms: recordTerms(open, OPEN_TERMS),
    personal: personal && recordTerms(personal, SEALED_TERMS),
    party2Emails: personal === undefined ? [] : [personal.party2Email],
    addresses: 1,
    party1Addresses: 1,
    templateVersion: open.templateVersion,
    agreementCommitment: open.agreementCommitment,
    agreementHash: personal?.agreementHash,
    issueDate: open.issueDate,
    creatorKeyHashes: [open.creatorKeyHash],
    replaces: open.replaces,
    chain: open.chain,
  };
}

/**
 * Earlier links to continue went to the wrong mailbox. They are voided, so that the owner of that mailbox
 * gets no access.
 */
function party1AddressCorrected(
  state: NdaState,
  { open, personal }: RecordedNda<'Party1AddressCorrected'>,
): Partial<NdaState> {
  const changed = { party1Addresses: open.address, ...withoutOpenLinks(state) };
  if (personal === undefined) return changed;
  const corrected = state.personal && { ...state.personal, party1Email: personal.party1Email };
  return { ...changed, personal: corrected };
}

/**
 * As soon as the erasure is decided, even before the key is destroyed, the state contains nothing personal
 * and no keyed hash of a person, a browser, a link or an address (rule:erasure-empties-the-row).
 */
function erased(state: NdaState, event: RecordedNda<'NdaErased'>): Partial<NdaState> {
  const { party1, party2, invitation, payments } = state;
  return {
    erasedAt: event.at,
    personal: undefined,
    agreementHash: undefined,
    party2Emails: [],
    creatorKeyHashes: [],
    issuedLinks: [],
    closedLinks: [],
    party1: party1 && { ...party1, signatureHash: undefined },
    party2: party2 && { ...party2, signatureHash: undefined, tokenHash: null },
    invitation: invitation && { ...invitation, tokenHash: '', openings: [] },
    payments: { 1: withoutLinks(payments[1]), 2: withoutLinks(payments[2]) },
  };
}

const withoutLinks = (payment: PartyPayment): PartyPayment => ({
  ...payment,
  requests: payment.requests.map((request) => ({ ...request, tokenHash: null })),
});

/** The folds of events about the life of an NDA, from its creation to its erasure. */
export const lifeFolds = {
  NdaCreated: created,
  NdaDiscarded: (_, { open }) => ({ discarded: true, replacedBy: open.replacedBy }),
  Party1AddressCorrected: party1AddressCorrected,
  /** This fold changes only `moneyBack`. `obligationsAfter` ends the obligation, outside the folds. */
  ObligationClosed: (state, event) => ({ moneyBack: moneyBackAfter(state.moneyBack, event) }),
  LegalHoldSet: (_, { at }) => ({ legalHoldSince: at }),
  LegalHoldLifted: () => ({ legalHoldSince: null }),
  NdaErased: erased,
  NdaKeyDestroyed: (_, { open }) => ({ keyDestroyedAt: open.destroyedAt }),
} satisfies Partial<Folds>;

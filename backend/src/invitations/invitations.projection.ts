import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames } from '../eventsourcing/projections/columns.js';
import { DELETED_AND_DONE, type Projection } from '../eventsourcing/projections/projection.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { initialNda, type NdaState } from '../nda/nda.state.js';
import { invitationIsOwed } from '../nda/rules/invitation.js';
import { nextDue } from './due-act.js';
import { INVITATION_COLUMNS, type InvitationRow, type InvitationStanding } from './invitation-row.js';

/** Of an NDA without a row; its creation, which has none, names the first address of Party 2. */
const BEFORE: NdaState = { ...initialNda, addresses: 1 };

/** As far as a row knows it, which is as far as these questions go. */
const stateOf = ({ covered, ...standing }: InvitationStanding): NdaState => ({
  ...BEFORE,
  ...standing,
  payments: { ...BEFORE.payments, 1: { ...BEFORE.payments[1], covered } },
});

const standingOf = (state: NdaState): InvitationStanding => ({
  mode: state.mode,
  party1PaysForBoth: state.party1PaysForBoth,
  party2: state.party2 && { ...state.party2, signatureHash: undefined },
  invitation: state.invitation,
  invitations: state.invitations,
  addresses: state.addresses,
  declinedAddresses: state.declinedAddresses,
  lastMail: state.lastMail,
  covered: state.payments[1].covered,
});

/** Signing by link begins with it; a corrected address is counted from the first on. */
const BEGINNINGS: readonly NdaEvent['type'][] = [
  'Party2AddressCorrected',
  'SigningMadeRemote',
  'Party2Invited',
];
const begins = (event: NdaEvent): boolean =>
  BEGINNINGS.includes(event.type) || (event.type === 'Party1Signed' && event.open.mode === 'remote');

function rowAfter(row: InvitationRow | undefined, event: Recorded<NdaEvent>): InvitationRow {
  const before = row === undefined ? BEFORE : stateOf(row.standing);
  const state = ndaDecider.evolve(before, event);
  return {
    id: ndaIdOf(event.stream),
    revision: event.revision,
    dueAt: nextDue(state, event.at),
    inviteOwed: invitationIsOwed(state),
    standing: standingOf(state),
  };
}

/**
 * When the clock has something to do next for an NDA, and whether it is paid and not invited. The stream has the
 * last word on both; the row only says where to look.
 */
export const invitationsProjection: Projection<InvitationRow, NdaEvent> = {
  name: 'invitations',
  version: 1,
  table: 'invitations',
  columns: columnNames(INVITATION_COLUMNS),
  streamPrefix: NDA_STREAM_PREFIX,
  only: [
    'NdaErased',
    'Party1Signed',
    'SigningMadeRemote',
    'SigningMadeInPerson',
    'PaymentSucceeded',
    'VoucherApplied',
    'Party2Invited',
    'Party2AddressCorrected',
    'InvitationSent',
    'NoticeSent',
    'ReminderSent',
    'RemindersDeclined',
    'InvitationCancelled',
    'InvitationExpired',
    'Party2Signed',
  ] satisfies NdaEvent['type'][],
  id: (event) => ndaIdOf(event.stream),
  fold: (row, event) => {
    if (event.type === 'NdaErased') return DELETED_AND_DONE;
    return row === undefined && !begins(event) ? undefined : rowAfter(row, event);
  },
};

import type { Recorded } from '../eventsourcing/journal/event.js';
import { columnNames } from '../eventsourcing/projections/columns.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { initialNda, type NdaState } from '../nda/nda.state.js';
import type { Obligations } from '../nda/obligations.js';
import { openIntents } from '../nda/rules/payment.js';
import {
  OBLIGATION_COLUMNS,
  type ObligationRow,
  type ObligationStanding,
  type OpenIntentRow,
} from './obligation-row.js';

/** Of an NDA without a row: a draft of which nothing is owed yet. */
const BEFORE: NdaState = { ...initialNda, status: 'draft', addresses: 1, party1Addresses: 1 };

/** Of what is owed for as long as it is not done. */
const FOR_EVER = '9999-12-31T00:00:00.000Z';

const standingOf = (state: NdaState): ObligationStanding => ({
  status: state.status,
  mode: state.mode,
  party1PaysForBoth: state.party1PaysForBoth,
  party2: state.party2 && { ...state.party2, signatureHash: undefined },
  invitation: state.invitation,
  invitations: state.invitations,
  addresses: state.addresses,
  declinedAddresses: state.declinedAddresses,
  payments: state.payments,
  moneyBack: state.moneyBack,
  delivery: state.delivery,
  mail: state.mail,
  mailFailures: state.mailFailures,
  owedMails: state.owedMails,
  discarded: state.discarded,
  erasedAt: state.erasedAt,
  keyDestroyedAt: state.keyDestroyedAt,
});

const openUntil = ({ open }: Obligations): string | null =>
  open
    .map(({ until }) => until ?? FOR_EVER)
    .toSorted()
    .at(-1) ?? null;

const openIntentsOf = (state: NdaState): readonly OpenIntentRow[] =>
  ([1, 2] as const).flatMap((party) =>
    openIntents(state, party).map(({ attempt, paymentIntentId, provider, isWanted }) => ({
      party,
      attempt,
      paymentIntentId,
      provider,
      isWanted,
    })),
  );

function rowAfter(row: ObligationRow | undefined, event: Recorded<NdaEvent>): ObligationRow {
  const before: NdaState =
    row === undefined
      ? BEFORE
      : { ...BEFORE, ...row.standing, obligations: { open: row.open, over: row.over } };
  const state = ndaDecider.evolve(before, event);
  const { open, over } = state.obligations;
  return {
    id: ndaIdOf(event.stream),
    revision: event.revision,
    openUntil: openUntil(state.obligations),
    open,
    over,
    ids: [...new Set([...open.map(({ id }) => id), ...over])],
    openIntents: openIntentsOf(state),
    standing: standingOf(state),
  };
}

/** What each NDA owes to somebody; the stream has the last word. Drafts of which nothing was ever owed have no row. */
export const obligationsProjection: Projection<ObligationRow, NdaEvent> = {
  name: 'obligations',
  version: 4,
  table: 'obligations',
  columns: columnNames(OBLIGATION_COLUMNS),
  streamPrefix: NDA_STREAM_PREFIX,
  only: [
    'NdaDiscarded',
    'Party1Signed',
    'SigningMadeRemote',
    'SigningMadeInPerson',
    'Party2Signed',
    'NdaCompleted',
    'PaymentRequested',
    'PaymentIntentOpened',
    'PaymentSucceeded',
    'PaymentFailed',
    'VoucherApplied',
    'PaymentMismatched',
    'RefundDue',
    'PaymentRefunded',
    'PaymentChargedBack',
    'Party2Invited',
    'Party2AddressCorrected',
    'Party1AddressCorrected',
    'InvitationSent',
    'NoticeSent',
    'ReminderSent',
    'RemindersDeclined',
    'InvitationCancelled',
    'InvitationExpired',
    'DocumentSealed',
    'DocumentSent',
    'DeliveryFailed',
    'NdaSent',
    'MailFailed',
    'MailDelivered',
    'MailBounced',
    'ContinueLinkRequested',
    'CreatorAccessGranted',
    'CreatorAccessEnded',
    'SignatureDisputed',
    'ObligationClosed',
    'NdaErased',
    'NdaKeyDestroyed',
  ] satisfies NdaEvent['type'][],
  id: (event) => ndaIdOf(event.stream),
  fold: rowAfter,
};

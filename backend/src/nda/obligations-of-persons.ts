import type { ObligationKind, Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { dueBackLeft, undecidedOf } from './money-back.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import type { Obligations, OpenObligation, Owed } from './obligations.state.js';
import { handle, type HandlerPerEvent } from './rules/each-event.js';
import { payerOf } from './rules/party-money.js';

/** Returns a new obligation, opened by this event and without attempts. */
export const newObligation = (owed: Owed, { id, at }: Recorded<NdaEvent>): OpenObligation => ({
  id,
  since: at,
  party: null,
  reference: null,
  amount: null,
  currency: null,
  attempts: 0,
  lastError: null,
  nextTryAt: null,
  until: null,
  ...owed,
});

type NewObligations = readonly OpenObligation[];
type Opens<T extends NdaEvent['type']> = HandlerPerEvent<
  [before: Obligations, after: NdaState],
  NewObligations
>[T];

const opened = (kind: ObligationKind, event: Recorded<NdaEvent>, more: Partial<Owed>): NewObligations => [
  newObligation({ what: `${kind}:${event.id}`, kind, ...more }, event),
];

const owesNothing = (): NewObligations => [];

const owesRefund: Opens<'RefundDue'> = (event) => {
  const { party, paymentIntentId: reference, amount, currency } = event.open;
  return opened('refund', event, { party, reference, amount, currency });
};

/**
 * A refund that fails later lowers the refunded total, and a lost dispute may be won on appeal. This function
 * reopens the obligations that the refund or the lost dispute had ended.
 */
const owesAgain: Opens<'PaymentRefunded'> & Opens<'PaymentChargedBack'> = (event, before, after) =>
  dueBackLeft(after.moneyBack)
    .filter(({ id, left }) => left > 0 && before.over.includes(id))
    .flatMap(({ id, party, paymentIntentId: reference, left: amount, currency }) =>
      opened('refund', event, { what: `refund:${id}`, id, party, reference, amount, currency }),
    );

const owesChargeback: Opens<'PaymentChargedBack'> = (event, before, after) => {
  const { paymentIntentId: reference, currency } = event.open;
  const amount = undecidedOf(event.open);
  const again = owesAgain(event, before, after);
  if (amount === 0) return again;
  const party = payerOf(after, reference);
  return [...again, ...opened('chargeback', event, { party, reference, amount, currency })];
};

const owesMail: Opens<'MailBounced'> & Opens<'MailFailed'> = (event, before, after) => {
  const { kind, party, code } = event.open;
  const isLost = event.type === 'MailBounced' || isGivenUp(code);
  const isKnown = before.open.some((one) => isBounceOf(one, kind, party));
  if (!isLost || isKnown || !BOUNCING.includes(kind) || !isProblem(after, kind, party)) return [];
  const reference = event.type === 'MailBounced' ? event.open.messageId : null;
  return opened('bounce', event, { what: bounceOf(kind, party), party, reference }).map((one) => ({
    ...one,
    lastError: code,
  }));
};

const OPENS: HandlerPerEvent<[before: Obligations, after: NdaState], NewObligations> = {
  NdaCreated: owesNothing,
  NdaDiscarded: owesNothing,
  Party1Signed: owesNothing,
  SigningMadeRemote: owesNothing,
  SigningMadeInPerson: owesNothing,
  Party2Signed: owesNothing,
  NdaCompleted: owesNothing,
  PaymentRequested: owesNothing,
  PaymentIntentOpened: owesNothing,
  PaymentSucceeded: owesNothing,
  PaymentFailed: owesNothing,
  VoucherApplied: owesNothing,
  PaymentMismatched: owesNothing,
  RefundDue: owesRefund,
  PaymentRefunded: owesAgain,
  PaymentChargedBack: owesChargeback,
  PaymentConsentGiven: owesNothing,
  Party2Invited: owesNothing,
  Party2AddressCorrected: owesNothing,
  Party1AddressCorrected: owesNothing,
  InvitationSent: owesNothing,
  NoticeSent: owesNothing,
  InvitationOpened: owesNothing,
  ReminderSent: owesNothing,
  RemindersDeclined: owesNothing,
  InvitationCancelled: owesNothing,
  InvitationExpired: owesNothing,
  DocumentSealed: owesNothing,
  DocumentSent: owesNothing,
  DeliveryFailed: owesNothing,
  DocumentTimestamped: owesNothing,
  NdaSent: owesNothing,
  MailFailed: owesMail,
  MailDelivered: owesNothing,
  MailBounced: owesMail,
  ContinueLinkRequested: owesNothing,
  CreatorAccessGranted: owesNothing,
  CreatorAccessEnded: owesNothing,
  SignatureDisputed: (event) => opened('dispute', event, { party: event.open.party }),
  ObligationClosed: owesNothing,
  LegalHoldSet: owesNothing,
  LegalHoldLifted: owesNothing,
  NdaErased: owesNothing,
  NdaKeyDestroyed: owesNothing,
};

/**
 * Returns the obligation with the amount that is left. Only the amount of a refund changes, because it is the
 * part that still has to be given back.
 */
export function withAmountLeft(one: OpenObligation, { moneyBack }: NdaState): OpenObligation {
  if (one.kind !== 'refund') return one;
  const left = dueBackLeft(moneyBack).find(({ id }) => id === one.id)?.left ?? 0;
  return one.amount === left ? one : { ...one, amount: left };
}

/** Returns the obligations that an event opens and that a person has to end. */
export const obligationsOpenedBy = (
  event: Recorded<NdaEvent>,
  before: Obligations,
  after: NdaState,
): NewObligations => handle(OPENS, event, before, after) ?? [];

/** Kinds of mail that must arrive. If such a mail does not arrive, a person has to act. */
const BOUNCING: readonly string[] = ['document', 'order'];
const bounceOf = (kind: string, party: Party | null): string => `bounce:${kind}:${party}`;
const isBounceOf = ({ what }: OpenObligation, kind: string, party: Party | null): boolean =>
  what === bounceOf(kind, party);

/**
 * True if a person closed the obligation, or if it has ended without a person:
 * - a refund ends when nothing of it is left to be given back;
 * - a chargeback ends with the next chargeback report about the payment, for instance with the outcome;
 * - a bounce ends when the problem with the mail is resolved;
 * - a dispute or a bounce ends with the erasure, after which nothing is left to do.
 */
export function isOver(one: OpenObligation, event: Recorded<NdaEvent>, after: NdaState): boolean {
  if (event.type === 'ObligationClosed' && event.open.about === one.id) return true;
  if (one.kind === 'refund') return one.amount === 0;
  // The next chargeback report covers all disputes of the payment. If that report has an undecided amount, it
  // opens a new obligation.
  if (one.kind === 'chargeback')
    return (
      event.type === 'PaymentChargedBack' &&
      event.open.paymentIntentId === one.reference &&
      event.id !== one.id
    );
  if (after.erasedAt !== null) return true;
  return (
    one.kind === 'bounce' &&
    !BOUNCING.some((kind) => isBounceOf(one, kind, one.party) && isProblem(after, kind, one.party))
  );
}

const isProblem = ({ mail }: NdaState, kind: string, party: Party | null): boolean =>
  mail.problems.some((problem) => problem.kind === kind && problem.party === party);

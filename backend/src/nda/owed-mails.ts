import type { MailKind } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import { givenUpOrder, orderOf, revivedOrders, triedOrder } from './order-mail.js';
import { accepted, cancelled, corrected, invited, isInviting, reminded } from './owed-invitation-mails.js';
import { isOf, isTriedByService, withMail, withNotice, without } from './owed-mail-list.js';
import { hasBouncedForGood, MAIL_REFUSED } from './rules/delivery-pauses.js';
import { handle, type HandlerPerEvent } from './rules/each-event.js';
import { isAwaitingSignature } from './rules/invitation.js';
import type { ReportedKind, OwedMail, OwedMails } from './owed-mails.state.js';

/**
 * The mails that an NDA's events still owe (rule:events-owe-mails). A table has a handler for each type of
 * event. The handler adds mails to the list or removes them. The document is not in the list, because it has
 * its own rules. Pure; times are ISO 8601 UTC.
 */

type Of<T extends NdaEvent['type']> = Recorded<Extract<NdaEvent, { type: T }>>;

const REPORTED: readonly MailKind[] = ['invitation', 'reminder', 'document'] satisfies ReportedKind[];
const isReported = (kind: MailKind): kind is ReportedKind => REPORTED.includes(kind);

/**
 * Returns the kind of the mail if the event says that a mail to Party 2 did not arrive, and if failures of
 * that kind are reported to Party 1. Otherwise undefined. Mails to Party 1 are left out, because a report to
 * Party 1 would not arrive either.
 */
export function undeliveredBy(event: Recorded<NdaEvent>): ReportedKind | undefined {
  if (event.type !== 'MailFailed' && event.type !== 'MailBounced') return undefined;
  const { kind, party, code, permanent } = event.open;
  const isForGood =
    event.type === 'MailFailed' ? code === MAIL_REFUSED : hasBouncedForGood({ code, permanent });
  return isForGood && party === 2 && isReported(kind) ? kind : undefined;
}

const isProblemOf =
  (wanted: MailKind) =>
  ({ undelivered: kind }: OwedMail): boolean =>
    kind === wanted;

const unchanged = (_: unknown, before: OwedMails): OwedMails => before;
const nothingMore = (_: unknown, before: OwedMails): OwedMails => ({ ...before, owed: [] });
const nothingToContinue = (_: unknown, before: OwedMails): OwedMails => without(before, isOf('continue'));

const party1Corrected = ({ at }: Recorded<NdaEvent>, before: OwedMails): OwedMails => {
  const rest = nothingToContinue(undefined, before);
  return { ...rest, owed: revivedOrders(rest.owed, at) };
};

function ordered(event: Of<'PaymentSucceeded'>, before: OwedMails, { addresses }: NdaState): OwedMails {
  const mail = orderOf(event, addresses);
  return mail === undefined ? before : withMail(before, mail);
}

function failed(event: Of<'MailFailed'>, before: OwedMails, state: NdaState): OwedMails {
  const { kind, about, code } = event.open;
  if (kind !== 'order' && isGivenUp(code))
    return without(before, (mail) => mail.kind === kind && mail.about === about);
  if (kind !== 'order') return undelivered(event, before, state);
  if (isGivenUp(code)) return { ...before, owed: givenUpOrder(before.owed, about) };
  return { ...before, owed: triedOrder(before.owed, about, event.at) };
}

/**
 * If the event says that a mail to Party 2 did not arrive, adds a mail that reports this to Party 1. There is
 * at most one report for each kind of mail and each address.
 */
function undelivered(event: Recorded<NdaEvent>, before: OwedMails, state: NdaState): OwedMails {
  const what = undeliveredBy(event);
  if (what === undefined || before.told.includes(what)) return before;
  if (what !== 'document' && !isAwaitingSignature(state)) return before;
  const mail = { kind: 'delivery-problem', party: 1, undelivered: what } as const;
  return { ...withNotice(before, event, mail), told: [...before.told, what] };
}

const STEPS: HandlerPerEvent<[before: OwedMails, state: NdaState], OwedMails> = {
  NdaCreated: unchanged,
  NdaDiscarded: nothingMore,
  Party1Signed: unchanged,
  SigningMadeRemote: unchanged,
  SigningMadeInPerson: unchanged,
  Party2Signed: (_, before) => without(before, (mail) => isInviting(mail) || mail.kind === 'cancellation'),
  NdaCompleted: unchanged,
  PaymentRequested: unchanged,
  PaymentIntentOpened: unchanged,
  PaymentSucceeded: ordered,
  PaymentFailed: unchanged,
  VoucherApplied: unchanged,
  PaymentMismatched: unchanged,
  RefundDue: unchanged,
  PaymentRefunded: unchanged,
  PaymentChargedBack: unchanged,
  PaymentConsentGiven: unchanged,
  Party2Invited: invited,
  Party2AddressCorrected: corrected,
  Party1AddressCorrected: party1Corrected,
  InvitationSent: accepted,
  NoticeSent: ({ open }, before) =>
    without(before, ({ kind, about }) => kind === open.notice && about === open.about),
  InvitationOpened: unchanged,
  ReminderSent: reminded,
  RemindersDeclined: ({ open }, before, { addresses }) =>
    open.address === addresses ? without(before, isOf('reminder')) : before,
  InvitationCancelled: cancelled,
  InvitationExpired: (event, before) =>
    withNotice(without(before, isInviting), event, { kind: 'expiry', party: 1 }),
  DocumentSealed: unchanged,
  DocumentSent: ({ open }, before) => (open.party === 2 ? without(before, isProblemOf('document')) : before),
  DeliveryFailed: unchanged,
  DocumentTimestamped: unchanged,
  NdaSent: unchanged,
  MailFailed: failed,
  MailDelivered: ({ open }, before, { mail }) =>
    open.party === 2 && !mail.bounced.includes(open.messageId)
      ? without(before, isProblemOf(open.kind))
      : before,
  MailBounced: (event, before, state) =>
    state.mail.outdated.includes(event.open.messageId) ? before : undelivered(event, before, state),
  ContinueLinkRequested: ({ id, open }, before) =>
    withMail(before, { kind: 'continue', party: 1, about: id, link: open.number, until: open.expiresAt }),
  CreatorAccessGranted: ({ open }, before) =>
    without(before, ({ kind, link }) => kind === 'continue' && link === open.link),
  CreatorAccessEnded: nothingToContinue,
  SignatureDisputed: (event, before) =>
    event.open.party === 2 ? withNotice(before, event, { kind: 'dispute', party: 1 }) : before,
  ObligationClosed: unchanged,
  LegalHoldSet: unchanged,
  LegalHoldLifted: unchanged,
  NdaErased: nothingMore,
  NdaKeyDestroyed: unchanged,
};

/**
 * Returns the mails that are owed after one more event.
 * @param state the state before the event
 */
export const owedMailsAfter = (state: NdaState, event: Recorded<NdaEvent>): OwedMails =>
  handle(STEPS, event, state.owedMails, state) ?? state.owedMails;

/**
 * Returns the latest time up to which the service tries to send one of the owed mails; null if it tries to
 * send none.
 */
export const owedUntil = ({ owed }: OwedMails): string | null =>
  owed
    .filter(isTriedByService)
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null;

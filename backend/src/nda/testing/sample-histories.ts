import type { NdaEvent } from '../nda.events.js';
import { day } from './given.js';
import {
  NEXT_TOKEN,
  accessEnded,
  accessGranted,
  addressCorrected,
  cancelled,
  chargedBack,
  completed,
  consentGiven,
  continueLinkRequested,
  created,
  declined,
  deliveryFailed,
  discarded,
  disputed,
  documentSent,
  erased,
  expired,
  failed,
  holdLifted,
  holdSet,
  intentOpened,
  invitationSent,
  invited,
  keyDestroyed,
  madeInPerson,
  madeRemote,
  mailBounced,
  mailDelivered,
  mailFailed,
  mismatched,
  noticeSent,
  obligationClosed,
  opened,
  ownAddressCorrected,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  party2Signed,
  party2SignedRemotely,
  refundDue,
  refunded,
  reminded,
  requested,
  sealed,
  sent,
  timestamped,
  voucherApplied,
} from './samples.js';

/**
 * Both parties have signed in person, and nobody has paid. Many specs begin with this history or with another
 * history from this file.
 */
export const inPersonComplete: readonly NdaEvent[] = [created, party1Signed(), party2Signed(), completed];
/** Party 1 has started a payment but not completed it. */
export const paymentAsked: readonly NdaEvent[] = [created, party1Signed(), requested(199), intentOpened()];
/** The agreement is signed by both and paid. The document is owed from the event with revision 4. */
export const inPersonPaid: readonly NdaEvent[] = [...inPersonComplete, voucherApplied(199)];
export const remotePaid: readonly NdaEvent[] = [created, party1SignedRemote, voucherApplied(398)];
export const remoteInvited: readonly NdaEvent[] = [...remotePaid, invited()];
export const splitInvited: readonly NdaEvent[] = [created, party1SignedSplit, voucherApplied(199), invited()];
/** Party 2 is invited, and a mail server accepted the invitation's mail at once. */
export const remoteSent: readonly NdaEvent[] = [...remoteInvited, invitationSent];
export const splitSent: readonly NdaEvent[] = [...splitInvited, invitationSent];
export const invitationSentLate: NdaEvent = {
  type: 'InvitationSent',
  open: { ...invitationSent.open, expiresAt: day(9) },
};
export const corrected: readonly NdaEvent[] = [addressCorrected({ tokenHash: NEXT_TOKEN })];
/**
 * Party 2's address was corrected. Only after that, the acceptance of the mail to the first address was
 * recorded.
 */
export const correctedTooLate: readonly NdaEvent[] = [
  ...remoteInvited,
  ...corrected,
  { type: 'InvitationSent', open: { ...invitationSent.open, address: 1 } },
];
export const remoteSigned: readonly NdaEvent[] = [...remoteInvited, party2SignedRemotely, completed];
export const inPersonSealed: readonly NdaEvent[] = [...inPersonPaid, sealed];

/** One event of each type. */
export const oneOfEach: { readonly [T in NdaEvent['type']]: NdaEvent } = {
  NdaCreated: created,
  NdaDiscarded: discarded,
  Party1Signed: party1Signed(),
  SigningMadeRemote: madeRemote(true),
  SigningMadeInPerson: madeInPerson(false),
  Party2Signed: party2SignedRemotely,
  NdaCompleted: completed,
  PaymentRequested: requested(199),
  PaymentIntentOpened: intentOpened(),
  PaymentSucceeded: paid(199),
  PaymentFailed: failed(),
  VoucherApplied: voucherApplied(199),
  PaymentMismatched: mismatched(),
  RefundDue: refundDue(199),
  PaymentRefunded: refunded(199),
  PaymentChargedBack: chargedBack('opened'),
  PaymentConsentGiven: consentGiven(),
  Party2Invited: invited(),
  Party2AddressCorrected: addressCorrected(),
  Party1AddressCorrected: ownAddressCorrected(),
  InvitationSent: invitationSent,
  NoticeSent: noticeSent,
  InvitationOpened: opened(),
  ReminderSent: reminded(),
  RemindersDeclined: declined(),
  InvitationCancelled: cancelled(),
  InvitationExpired: expired,
  DocumentSealed: sealed,
  DocumentSent: documentSent(1),
  DeliveryFailed: deliveryFailed,
  DocumentTimestamped: timestamped,
  NdaSent: sent,
  MailFailed: mailFailed(),
  MailDelivered: mailDelivered,
  MailBounced: mailBounced,
  ContinueLinkRequested: continueLinkRequested(),
  CreatorAccessGranted: accessGranted,
  CreatorAccessEnded: accessEnded,
  SignatureDisputed: disputed,
  ObligationClosed: obligationClosed,
  LegalHoldSet: holdSet,
  LegalHoldLifted: holdLifted,
  NdaErased: erased,
  NdaKeyDestroyed: keyDestroyed,
};

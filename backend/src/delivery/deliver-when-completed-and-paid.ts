import type { NdaEvent } from '../nda/nda.events.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import { type ValuePerEvent, valueFor } from '../nda/rules/each-event.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import type { JobRequest } from '../platform/jobs/job.js';

export const DELIVER_TASK = 'deliver-nda';

/**
 * Returns the delivery job of an NDA. The job's key depends only on the NDA, so repeated requests do not add
 * another job.
 */
export const deliverJob = (ndaId: string): JobRequest & { readonly key: string } => ({
  task: DELIVER_TASK,
  payload: { ndaId },
  key: `deliver:${ndaId}`,
});

/**
 * True for an event type that can fulfil the last condition for the delivery. The job reads the stream, and
 * does nothing if another condition is not fulfilled yet.
 */
const MAY_MAKE_DUE: ValuePerEvent<boolean> = {
  NdaCreated: false,
  NdaDiscarded: false,
  Party1Signed: false,
  SigningMadeRemote: false,
  SigningMadeInPerson: false,
  Party2Signed: false,
  NdaCompleted: true,
  PaymentRequested: false,
  PaymentIntentOpened: false,
  PaymentSucceeded: true,
  PaymentFailed: false,
  VoucherApplied: true,
  PaymentMismatched: false,
  RefundDue: false,
  PaymentRefunded: false,
  PaymentChargedBack: false,
  PaymentConsentGiven: false,
  Party2Invited: false,
  Party2AddressCorrected: false,
  Party1AddressCorrected: false,
  InvitationSent: false,
  NoticeSent: false,
  InvitationOpened: false,
  ReminderSent: false,
  RemindersDeclined: false,
  InvitationCancelled: false,
  InvitationExpired: false,
  DocumentSealed: false,
  DocumentSent: false,
  DeliveryFailed: false,
  DocumentTimestamped: false,
  NdaSent: false,
  MailFailed: false,
  MailDelivered: false,
  MailBounced: false,
  ContinueLinkRequested: false,
  CreatorAccessGranted: false,
  CreatorAccessEnded: false,
  SignatureDisputed: false,
  ObligationClosed: false,
  LegalHoldSet: false,
  LegalHoldLifted: false,
  NdaErased: false,
  NdaKeyDestroyed: false,
};
export const mayMakeDue = ({ type }: Pick<NdaEvent, 'type'>): boolean =>
  valueFor(MAY_MAKE_DUE, type) ?? false;

export const deliverWhenCompletedAndPaid: Reaction<NdaEvent> = {
  name: 'deliver-when-completed-and-paid',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) => (mayMakeDue(event) ? [deliverJob(ndaIdOf(event.stream))] : []),
};

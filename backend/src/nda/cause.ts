import type { CauseKind, CauseView } from '@siegel/contracts/audit/views';
import { isOwnName } from '@siegel/contracts/own-members';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';

type Metadata = Pick<Recorded, 'type' | 'actor' | 'causedBy' | 'open'>;

/**
 * Kind of cause for each event type. The table is used if the actor is `system` and `causedBy` is null.
 * `event` means that an earlier event of the same history is the cause.
 */
const UNNAMED: Readonly<Record<NdaEvent['type'], CauseKind>> = {
  NdaCreated: 'person',
  NdaDiscarded: 'clock',
  Party1Signed: 'person',
  SigningMadeRemote: 'person',
  SigningMadeInPerson: 'person',
  Party2Signed: 'person',
  NdaCompleted: 'event',
  PaymentRequested: 'person',
  PaymentIntentOpened: 'provider',
  PaymentConsentGiven: 'person',
  PaymentSucceeded: 'provider',
  PaymentFailed: 'provider',
  VoucherApplied: 'event',
  PaymentMismatched: 'provider',
  RefundDue: 'provider',
  PaymentRefunded: 'provider',
  PaymentChargedBack: 'provider',
  Party2Invited: 'event',
  Party2AddressCorrected: 'person',
  Party1AddressCorrected: 'person',
  InvitationSent: 'event',
  NoticeSent: 'event',
  InvitationOpened: 'person',
  ReminderSent: 'clock',
  RemindersDeclined: 'person',
  InvitationCancelled: 'person',
  InvitationExpired: 'clock',
  DocumentSealed: 'event',
  DocumentSent: 'event',
  DeliveryFailed: 'event',
  DocumentTimestamped: 'event',
  NdaSent: 'event',
  MailFailed: 'event',
  MailDelivered: 'provider',
  MailBounced: 'provider',
  ContinueLinkRequested: 'person',
  CreatorAccessGranted: 'person',
  CreatorAccessEnded: 'person',
  SignatureDisputed: 'person',
  ObligationClosed: 'operator',
  LegalHoldSet: 'operator',
  LegalHoldLifted: 'operator',
  NdaErased: 'operator',
  NdaKeyDestroyed: 'event',
};

/**
 * Types of events whose cause is always the provider's report, even if `causedBy` names an earlier event
 * about the same mail.
 */
const REPORTED: readonly string[] = ['MailDelivered', 'MailBounced'] satisfies NdaEvent['type'][];
/** An event with one of these values in `reason` was caused by the clock. */
const BY_TIME: readonly unknown[] = ['retention', 'expired'];

const unnamed = ({ type, open }: Pick<Metadata, 'type' | 'open'>): CauseKind => {
  if (BY_TIME.includes((open as { reason?: unknown }).reason)) return 'clock';
  return isOwnName(UNNAMED, type) ? UNNAMED[type] : 'event';
};

/**
 * Returns the cause of an event, derived from its metadata (rule:every-event-has-a-cause). The cause is a
 * person, a provider's report, the clock, the operator of the service, or another event through a reaction.
 */
export function causeOf(event: Metadata): Omit<CauseView, 'revision'> {
  const { type, actor, causedBy } = event;
  if (actor === 'admin' || actor === 'auditor') return { by: 'operator', eventId: causedBy };
  if (actor !== 'system') return { by: 'person', eventId: causedBy };
  if (REPORTED.includes(type)) return { by: 'provider', eventId: causedBy };
  return { by: causedBy === null ? unnamed(event) : 'event', eventId: causedBy };
}

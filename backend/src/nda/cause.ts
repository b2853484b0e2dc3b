import type { CauseKind, CauseView } from '@siegel/contracts/audit/views';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';

type Metadata = Pick<Recorded, 'type' | 'actor' | 'causedBy' | 'open'>;

/**
 * What the service itself records without naming an event that called for it: which of the others it was. `event`
 * stands for what follows from an earlier event of the same history.
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

/** Told by a provider, also where it is about a mail that an earlier event tells of. */
const REPORTED: readonly string[] = ['MailDelivered', 'MailBounced'] satisfies NdaEvent['type'][];
/** Which of the reasons of an event are the clock's, where others are not. */
const BY_TIME: readonly unknown[] = ['retention', 'expired'];

const unnamed = ({ type, open }: Pick<Metadata, 'type' | 'open'>): CauseKind => {
  if (BY_TIME.includes((open as { reason?: unknown }).reason)) return 'clock';
  return Object.hasOwn(UNNAMED, type) ? UNNAMED[type as NdaEvent['type']] : 'event';
};

/**
 * What brought an event about, from what was recorded with it (rule:every-event-has-a-cause): a person, a provider's
 * report, the clock, whoever runs the service, or another event through a reaction.
 */
export function causeOf(event: Metadata): Omit<CauseView, 'revision'> {
  const { type, actor, causedBy } = event;
  if (actor === 'admin' || actor === 'auditor') return { by: 'operator', eventId: causedBy };
  if (actor !== 'system') return { by: 'person', eventId: causedBy };
  if (REPORTED.includes(type)) return { by: 'provider', eventId: causedBy };
  return { by: causedBy === null ? unnamed(event) : 'event', eventId: causedBy };
}

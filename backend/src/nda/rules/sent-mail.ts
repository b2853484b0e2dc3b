import type { MailKind, Party } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import { askedOf, type AskedOfEachEvent } from './each-event.js';

/** A mail that the provider accepted, and the event that records it. */
export interface SentMail {
  readonly kind: MailKind;
  /** The recipient. */
  readonly party: Party;
  readonly messageId: string;
  readonly eventId: string;
  readonly correlationId: string;
  /** Number of Party 2's address at that time. */
  readonly address: number;
}

type Told = Pick<SentMail, 'kind' | 'party' | 'messageId'> & {
  /** Present if the event itself names it. */
  readonly address?: number | undefined;
};

const tellsOfNone = (): undefined => undefined;

/** The accepted mail that an event records. */
const TOLD: AskedOfEachEvent<[], Told | undefined> = {
  NdaCreated: tellsOfNone,
  NdaDiscarded: tellsOfNone,
  Party1Signed: tellsOfNone,
  SigningMadeRemote: tellsOfNone,
  SigningMadeInPerson: tellsOfNone,
  Party2Signed: tellsOfNone,
  NdaCompleted: tellsOfNone,
  PaymentRequested: tellsOfNone,
  PaymentIntentOpened: tellsOfNone,
  PaymentSucceeded: tellsOfNone,
  PaymentFailed: tellsOfNone,
  VoucherApplied: tellsOfNone,
  PaymentMismatched: tellsOfNone,
  RefundDue: tellsOfNone,
  PaymentRefunded: tellsOfNone,
  PaymentChargedBack: tellsOfNone,
  PaymentConsentGiven: tellsOfNone,
  Party2Invited: tellsOfNone,
  Party2AddressCorrected: tellsOfNone,
  Party1AddressCorrected: tellsOfNone,
  InvitationSent: ({ open: { messageId, address } }) => ({
    kind: 'invitation',
    party: 2,
    messageId,
    address,
  }),
  NoticeSent: ({ open: { notice, party, messageId, address } }) => ({
    kind: notice,
    party,
    messageId,
    address,
  }),
  InvitationOpened: tellsOfNone,
  ReminderSent: tellsOfNone,
  RemindersDeclined: tellsOfNone,
  InvitationCancelled: tellsOfNone,
  InvitationExpired: tellsOfNone,
  DocumentSealed: tellsOfNone,
  DocumentSent: ({ open: { party, messageId } }) => ({ kind: 'document', party, messageId }),
  DeliveryFailed: tellsOfNone,
  DocumentTimestamped: tellsOfNone,
  NdaSent: tellsOfNone,
  MailFailed: tellsOfNone,
  MailDelivered: tellsOfNone,
  MailBounced: tellsOfNone,
  ContinueLinkRequested: tellsOfNone,
  CreatorAccessGranted: tellsOfNone,
  CreatorAccessEnded: tellsOfNone,
  SignatureDisputed: tellsOfNone,
  ObligationClosed: tellsOfNone,
  LegalHoldSet: tellsOfNone,
  LegalHoldLifted: tellsOfNone,
  NdaErased: tellsOfNone,
  NdaKeyDestroyed: tellsOfNone,
};

/**
 * The mail of the NDA that a report is about (rule:reports-of-mails-once); undefined if the history has no
 * such mail.
 * @param isMeant true for the Message-ID of the report
 */
export function sentMail(
  events: readonly Recorded<NdaEvent>[],
  isMeant: (messageId: string) => boolean,
): SentMail | undefined {
  let addresses = 1;
  for (const event of events) {
    if (event.type === 'Party2AddressCorrected') addresses = event.open.address;
    const mail = askedOf(TOLD, event);
    if (mail === undefined || !isMeant(mail.messageId)) continue;
    const { id: eventId, correlationId } = event;
    return { ...mail, eventId, correlationId, address: mail.address ?? addresses };
  }
  return undefined;
}

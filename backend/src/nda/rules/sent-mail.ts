import type { MailKind, Party } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import { handle, type HandlerPerEvent } from './each-event.js';

/** A mail that the provider accepted, and the event that records it. */
export interface SentMail {
  readonly kind: MailKind;
  /** The recipient. */
  readonly party: Party;
  readonly messageId: string;
  readonly eventId: string;
  readonly correlationId: string;
  /**
   * Number of Party 2's address. Events of some types do not name an address. In that case this is the number
   * of the address that Party 2 had at the time of the event.
   */
  readonly address: number;
}

type AcceptedMail = Pick<SentMail, 'kind' | 'party' | 'messageId'> & {
  /** Number of the address; present if the event itself names it. */
  readonly address?: number | undefined;
};

const noMail = (): undefined => undefined;

/** Has one function for each event type. The function returns the accepted mail that the event records. */
const ACCEPTED_MAILS: HandlerPerEvent<[], AcceptedMail | undefined> = {
  NdaCreated: noMail,
  NdaDiscarded: noMail,
  Party1Signed: noMail,
  SigningMadeRemote: noMail,
  SigningMadeInPerson: noMail,
  Party2Signed: noMail,
  NdaCompleted: noMail,
  PaymentRequested: noMail,
  PaymentIntentOpened: noMail,
  PaymentSucceeded: noMail,
  PaymentFailed: noMail,
  VoucherApplied: noMail,
  PaymentMismatched: noMail,
  RefundDue: noMail,
  PaymentRefunded: noMail,
  PaymentChargedBack: noMail,
  PaymentConsentGiven: noMail,
  Party2Invited: noMail,
  Party2AddressCorrected: noMail,
  Party1AddressCorrected: noMail,
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
  InvitationOpened: noMail,
  ReminderSent: noMail,
  RemindersDeclined: noMail,
  InvitationCancelled: noMail,
  InvitationExpired: noMail,
  DocumentSealed: noMail,
  DocumentSent: ({ open: { party, messageId } }) => ({ kind: 'document', party, messageId }),
  DeliveryFailed: noMail,
  DocumentTimestamped: noMail,
  NdaSent: noMail,
  MailFailed: noMail,
  MailDelivered: noMail,
  MailBounced: noMail,
  ContinueLinkRequested: noMail,
  CreatorAccessGranted: noMail,
  CreatorAccessEnded: noMail,
  SignatureDisputed: noMail,
  ObligationClosed: noMail,
  LegalHoldSet: noMail,
  LegalHoldLifted: noMail,
  NdaErased: noMail,
  NdaKeyDestroyed: noMail,
};

/**
 * Returns the accepted mails of the NDA, in the order of their events. The mail provider's reports can only
 * be about these mails (rule:reports-of-mails-once).
 */
export function sentMails(events: readonly Recorded<NdaEvent>[]): readonly SentMail[] {
  const mails: SentMail[] = [];
  let addresses = 1;
  for (const event of events) {
    if (event.type === 'Party2AddressCorrected') addresses = event.open.address;
    const mail = handle(ACCEPTED_MAILS, event);
    if (mail === undefined) continue;
    const { id: eventId, correlationId } = event;
    mails.push({ ...mail, eventId, correlationId, address: mail.address ?? addresses });
  }
  return mails;
}

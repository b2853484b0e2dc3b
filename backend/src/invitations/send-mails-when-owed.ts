import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { undeliveredBy } from '../nda/owed-mails.js';
import type { OwedKind } from '../nda/owed-mails.state.js';
import { handle, type HandlerPerEvent } from '../nda/rules/each-event.js';
import { queueMailsRequest, sendMailRequest } from './send-mail-request.js';

type Owes = readonly OwedKind[];
const none = (): Owes => [];
const problem = (event: Recorded<NdaEvent>): Owes =>
  undeliveredBy(event) === undefined ? [] : ['delivery-problem'];

const OWED: HandlerPerEvent<[], Owes> = {
  NdaCreated: none,
  NdaDiscarded: none,
  Party1Signed: none,
  SigningMadeRemote: none,
  SigningMadeInPerson: none,
  Party2Signed: none,
  NdaCompleted: none,
  PaymentRequested: none,
  PaymentIntentOpened: none,
  PaymentSucceeded: () => ['order'],
  PaymentFailed: none,
  VoucherApplied: none,
  PaymentMismatched: none,
  RefundDue: none,
  PaymentRefunded: none,
  PaymentChargedBack: none,
  PaymentConsentGiven: none,
  Party2Invited: () => ['invitation'],
  Party2AddressCorrected: ({ open }) => (open.tokenHash === null ? [] : ['invitation', 'correction']),
  Party1AddressCorrected: none,
  InvitationSent: none,
  NoticeSent: none,
  InvitationOpened: none,
  ReminderSent: () => ['reminder'],
  RemindersDeclined: none,
  InvitationCancelled: () => ['cancellation'],
  InvitationExpired: () => ['expiry'],
  DocumentSealed: none,
  DocumentSent: none,
  DeliveryFailed: none,
  DocumentTimestamped: none,
  NdaSent: none,
  MailFailed: problem,
  MailDelivered: none,
  MailBounced: problem,
  ContinueLinkRequested: () => ['continue'],
  CreatorAccessGranted: none,
  CreatorAccessEnded: none,
  SignatureDisputed: ({ open }) => (open.party === 2 ? ['dispute'] : []),
  ObligationClosed: none,
  LegalHoldSet: none,
  LegalHoldLifted: none,
  NdaErased: none,
  NdaKeyDestroyed: none,
};

/**
 * Returns the kinds of mail that the event may owe. The job reads the stream, and sends nothing if the mail
 * is not owed.
 */
export const kindsOwedBy = (event: Recorded<NdaEvent>): Owes => handle(OWED, event) ?? [];

const isAskedByHand = ({ type, open }: Recorded<NdaEvent>): boolean =>
  type === 'ReminderSent' && open.kind === 'manual';

/**
 * True if all owed mails of the NDA must be queued immediately after this event, because other mails may have
 * become owed or should be tried again. This is so in three cases:
 * - the mail server accepted an invitation, so a mail that reports the end of the invitation can become owed
 * - the address of a party was corrected
 * - a person requested a reminder
 */
export const triggersOwedMails = (event: Recorded<NdaEvent>): boolean =>
  event.type === 'InvitationSent' ||
  event.type === 'Party1AddressCorrected' ||
  event.type === 'Party2AddressCorrected' ||
  isAskedByHand(event);

/** Queues the mails that an event owes (rule:events-owe-mails). */
export const sendMailsWhenOwed: Reaction<NdaEvent> = {
  name: 'send-mails-when-owed',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) => {
    const ndaId = ndaIdOf(event.stream);
    // If a person requested a reminder, the job of `queueMailsRequest` enqueues the reminder together with
    // all other owed mails.
    const kinds = isAskedByHand(event) ? [] : kindsOwedBy(event);
    const owed = kinds.map((kind) => sendMailRequest({ ndaId, eventId: event.id, kind }));
    return triggersOwedMails(event) ? [...owed, queueMailsRequest(ndaId)] : owed;
  },
};

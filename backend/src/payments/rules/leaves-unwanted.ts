import type { Party } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { handle, type HandlerPerEvent } from '../../nda/rules/each-event.js';

type Parties = readonly Party[];
const ofNone = (): Parties => [];
const ofParty2 = (): Parties => [2];
const ofBoth = (): Parties => [1, 2];
const laterAttempt = ({ open }: { open: { attempt: number; party: Party } }): Parties =>
  open.attempt > 1 ? [open.party] : [];

const UNWANTED: HandlerPerEvent<[], Parties> = {
  NdaCreated: ofNone,
  NdaDiscarded: ofNone,
  Party1Signed: ofNone,
  SigningMadeRemote: ofBoth,
  SigningMadeInPerson: ofBoth,
  Party2Signed: ofNone,
  NdaCompleted: ofNone,
  PaymentRequested: laterAttempt,
  PaymentIntentOpened: ofNone,
  PaymentSucceeded: laterAttempt,
  PaymentFailed: ofNone,
  VoucherApplied: ({ open }) => [open.party],
  PaymentMismatched: ofNone,
  RefundDue: ofNone,
  PaymentRefunded: ofNone,
  PaymentChargedBack: ofNone,
  PaymentConsentGiven: ofNone,
  Party2Invited: ofNone,
  Party2AddressCorrected: ofParty2,
  Party1AddressCorrected: ofNone,
  InvitationSent: ofNone,
  NoticeSent: ofNone,
  InvitationOpened: ofNone,
  ReminderSent: ofNone,
  RemindersDeclined: ofNone,
  InvitationCancelled: ofParty2,
  InvitationExpired: ofBoth,
  DocumentSealed: ofNone,
  DocumentSent: ofNone,
  DeliveryFailed: ofNone,
  DocumentTimestamped: ofNone,
  NdaSent: ofNone,
  MailFailed: ofNone,
  MailDelivered: ofNone,
  MailBounced: ofNone,
  ContinueLinkRequested: ofNone,
  CreatorAccessGranted: ofNone,
  CreatorAccessEnded: ofNone,
  SignatureDisputed: ofNone,
  ObligationClosed: ofNone,
  LegalHoldSet: ofNone,
  LegalHoldLifted: ofNone,
  NdaErased: ofBoth,
  NdaKeyDestroyed: ofNone,
};

/**
 * Returns the parties that may have an open intent which the event makes unwanted. The polling job finds out
 * whether there is such an intent. If an intent becomes known only later, the sweep finds it.
 */
export const mayLeaveUnwanted = (event: Recorded<NdaEvent>): Parties => handle(UNWANTED, event) ?? [];

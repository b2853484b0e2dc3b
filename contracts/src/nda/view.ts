import type {
  DeliveryStatus,
  InvitationStatus,
  MailKind,
  NdaStatus,
  Party,
  PaymentProviderName,
  PaymentStatus,
  RecipientStatus,
  SignatureMode,
} from '../enums.js';
import type { Receipt } from '../receipt.js';
import type { Terms } from './term-fields.js';

/**
 * Part of the tag of N (rule:unchanged-is-304): raised with every change of its shape, so that nobody goes on
 * with an older one.
 */
export const NDA_VIEW_VERSION = 5;

/** Where the mail to one party stands. Times are ISO 8601 UTC. */
export interface RecipientView {
  party: Party;
  status: RecipientStatus;
  at: string | null;
  reason: string | null;
  /** After an attempt that failed; null after the last one, and where it is past and no later one is known. */
  nextTryAt: string | null;
}

/**
 * The stages of making and sending the document. A bounce after `sent` shows at its recipient; `status` stays
 * `sent`.
 */
export interface DeliveryView {
  status: DeliveryStatus;
  /** A stable error code of the last failed attempt, while it is retried. */
  error: string | null;
  recipients: RecipientView[];
}

/** The newest failure or bounce of a kind of mail to a party that nothing made good. Times are ISO 8601 UTC. */
export interface MailProblemView {
  kind: MailKind;
  party: Party;
  /** Stable, as in `mail_unreachable`, `mail_refused`, `bounced`, `spam`. */
  code: string;
  /** A refusal, not a passing fault. */
  permanent: boolean;
  at: string;
}

export interface DisputeView {
  party: Party;
  at: string;
}

/**
 * N of the HTTP contract: the NDA as its creator reads it. Absent values are null; money is integer cents;
 * times are ISO 8601 UTC.
 */
export interface NdaView extends Terms {
  id: string;
  /** Address of the image (`/api/ndas/{id}/signatures/1`), never the image itself. */
  party1Signature: string | null;
  party1SignedAt: string | null;
  party2Signature: string | null;
  party2SignedAt: string | null;
  signatureMode: SignatureMode | null;
  status: NdaStatus;
  remoteStatus: 'awaiting' | 'signed' | null;
  party1PaysForBoth: boolean;
  party1PaymentIntentId: string | null;
  party1PaymentStatus: PaymentStatus;
  party1PaymentAmount: number | null;
  party1PaidAt: string | null;
  party2PaymentIntentId: string | null;
  party2PaymentStatus: PaymentStatus;
  party2PaymentAmount: number | null;
  party2PaidAt: string | null;
  voucherCode: string | null;
  voucherUsedAt: string | null;
  /** A fingerprint of the open invitation's token, never the token (rule:no-secret-in-a-view). */
  party2SignatureToken: string | null;
  party2SignatureTokenExpiresAt: string | null;
  party2SignatureLinkSentAt: string | null;
  party2SignatureReminderCount: number;
  automaticReminder1DaySent: boolean;
  automaticReminder3DaysSent: boolean;
  automaticReminder6DaysSent: boolean;
  party2SignatureCompletedAt: string | null;
  party2SignatureIp: string | null;
  paymentIntentId: string | null;
  paymentStatus: PaymentStatus;
  paidAt: string | null;
  createdAt: string;
  deletedAt: string | null;
  expiresAt: string | null;
  remindersSent: number;
  /** Of Party 1's order (rule:order-number); also before there is one. */
  orderNumber: string;
  /** Cents that Party 1 still owes under the flags as they stand. */
  amountDue: number;
  /** Cents that the parties are still to be given back (rule:surplus-money-is-due-back). */
  refundDue: number;
  /** SHA-256 of the canonical agreement document, hexadecimal. */
  agreementHash: string;
  templateVersion: string;
  /** Of the stream's last event, counted from 0. */
  revision: number;
  invitationStatus: InvitationStatus;
  /** When the link of the newest invitation was first used. */
  invitationOpenedAt: string | null;
  /** Of any kind, of the newest invitation. */
  lastReminderAt: string | null;
  /** By Party 2, for its present address. */
  remindersDeclined: boolean;
  /** Invitations and corrections of Party 2's address that are still possible. */
  invitationsLeft: number;
  addressesLeft: number;
  mailProblems: MailProblemView[];
  disputed: DisputeView[];
  /** Other browsers that can open this NDA. */
  otherDevices: number;
  delivery: DeliveryView;
}

export interface NdaCreatedView {
  id: string;
  receipt: Receipt;
}

export type NdaSignedView = NdaView & { receipt: Receipt };

export interface PaymentIntentView {
  /** Of the order of the party that pays (rule:order-number). */
  orderNumber: string;
  clientSecret: string;
  paymentIntentId: string;
  /** Cents. */
  amount: number;
  currency: 'EUR';
  provider: PaymentProviderName;
  publishableKey: string;
}

/** How the invitation stands after it was sent, or reminded of. Times are ISO 8601 UTC. */
export interface InviteInfoView {
  party2Signature: null;
  expiresAt: string | null;
  remindersSent: number;
  status: InvitationStatus;
}

/** `POST /api/continue/{token}`: the NDA that this browser opens from now on. */
export interface ContinuedView {
  id: string;
}

/** An NDA among those that its creator's browser can open. Absent values are null; times are ISO 8601 UTC. */
export type OwnNdaView = Pick<
  NdaView,
  | 'id'
  | 'ideaTitle'
  | 'party2Name'
  | 'status'
  | 'signatureMode'
  | 'invitationStatus'
  | 'paymentStatus'
  | 'expiresAt'
  | 'createdAt'
>;

/** `GET /api/ndas`: newest first. */
export interface OwnNdasView {
  items: OwnNdaView[];
}

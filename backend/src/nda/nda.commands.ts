import type { Language, MailKind, Party, SignatureKind, SignatureMode } from '@siegel/contracts/enums';
import type {
  DeliveryFailed,
  DocumentSealed,
  MailFailed,
  NdaErased,
  NdaKeyDestroyed,
  NdaPersonal,
  NdaTermsOpen,
  NoticeSent,
  ObligationClosed,
} from './nda.events.js';
import type {
  CancelInvitation,
  CorrectParty1Address,
  CorrectParty2Address,
  DeclineReminders,
  ExpireInvitation,
  InviteParty2,
  OpenInvitation,
  RecordInvitationSent,
  RemindParty2,
} from './invitation.commands.js';
import type {
  ApplyVoucher,
  GivePaymentConsent,
  RecordChargeback,
  RecordPaymentFailure,
  RecordPaymentIntent,
  RecordPaymentSuccess,
  RecordRefund,
  RequestPayment,
} from './payment.commands.js';

/**
 * The commands of an NDA. They contain all times, ids, hashes and random values, so that the deciders are
 * pure.
 */

export interface CreateNda {
  readonly type: 'CreateNda';
  readonly ndaId: string;
  readonly terms: NdaTermsOpen;
  readonly personal: NdaPersonal;
  readonly templateVersion: string;
  readonly agreementHash: string;
  /** 32 random bytes, base64. */
  readonly agreementSalt: string;
  readonly issueDate: string;
  readonly creatorKeyHash: string;
  readonly replaces: string | null;
  /** Id of the first NDA in a chain of replaced drafts; the NDA's own id if the NDA replaces no draft. */
  readonly chain: string;
}
export interface DiscardNda {
  readonly type: 'DiscardNda';
  readonly replacedBy: string | null;
  readonly reason: 'replaced' | 'retention';
}

/**
 * Signs as Party 1. Until the first payment or invitation, the command may be sent again to change `mode` and
 * `party1PaysForBoth` (rule:mode-is-fixed-by-payment-or-invitation). The first signature then stays valid.
 */
export interface SignAsParty1 {
  readonly type: 'SignAsParty1';
  /** Required for the first signature only. */
  readonly signatureHash: string | undefined;
  readonly mode: SignatureMode | undefined;
  readonly party1PaysForBoth: boolean | undefined;
  readonly agreementHash: string | undefined;
  readonly consentWording: string;
  readonly consentLanguage: Language | undefined;
  readonly signatureKind: SignatureKind | undefined;
}
export interface SignAsParty2 {
  readonly type: 'SignAsParty2';
  readonly signatureHash: string;
  readonly channel: { readonly kind: 'in-person' } | { readonly kind: 'remote'; readonly tokenHash: string };
  readonly agreementHash: string | undefined;
  readonly consentWording: string;
  readonly consentLanguage: Language | undefined;
  readonly signatureKind: SignatureKind | undefined;
}

export interface RecordNoticeSent {
  readonly type: 'RecordNoticeSent';
  readonly notice: NoticeSent['open']['notice'];
  readonly party: Party;
  readonly about: string;
  readonly messageId: string;
  /** Number of Party 2's address to which the mail was sent. */
  readonly address?: number;
}
export interface RecordDocumentSealed {
  readonly type: 'RecordDocumentSealed';
  readonly document: DocumentSealed['open'];
}
/**
 * Records that a mail server accepted the document mail to one party. If the other party's mail was accepted
 * before, `NdaSent` is appended together with `DocumentSent`.
 */
export interface RecordDocumentSent {
  readonly type: 'RecordDocumentSent';
  readonly party: Party;
  readonly messageId: string;
  readonly documentHash: string;
}
export interface RecordDeliveryFailure {
  readonly type: 'RecordDeliveryFailure';
  readonly failure: DeliveryFailed['open'];
}
export interface RecordTimestamp {
  readonly type: 'RecordTimestamp';
  readonly documentHash: string;
  readonly authority: string;
  readonly tokenTime: string;
}
/** The caller may report every failure, because the decider chooses which failures are recorded. */
export interface RecordMailFailure {
  readonly type: 'RecordMailFailure';
  readonly failure: MailFailed['open'];
}
export interface RecordMailDelivered {
  readonly type: 'RecordMailDelivered';
  readonly kind: MailKind;
  readonly party: Party;
  readonly messageId: string;
}
export interface RecordMailBounced {
  readonly type: 'RecordMailBounced';
  readonly kind: MailKind;
  readonly party: Party;
  readonly messageId: string;
  readonly code: string;
  readonly permanent: boolean;
  readonly reason: string;
}
export interface RequestContinueLink {
  readonly type: 'RequestContinueLink';
  readonly linkId: string;
}
/** `link`: number of the link to continue. The browser that gets access uses up the link. */
export interface GrantCreatorAccess {
  readonly type: 'GrantCreatorAccess';
  readonly creatorKeyHash: string;
  readonly link: number;
}
/** `kept`: keyed hash of the creator key of the calling browser, which keeps its access. */
export interface EndOtherAccess {
  readonly type: 'EndOtherAccess';
  readonly kept: string;
}
export interface DisputeSignature {
  readonly type: 'DisputeSignature';
  readonly party: Party;
}
/** Records that a person dealt with the obligation that the event `about` opened. */
export interface CloseObligation {
  readonly type: 'CloseObligation';
  readonly about: string;
  readonly by: ObligationClosed['open']['by'];
  readonly note?: string;
}
export interface SetLegalHold {
  readonly type: 'SetLegalHold';
  readonly reason: string;
}
export interface LiftLegalHold {
  readonly type: 'LiftLegalHold';
  /** Optional, because the reason for the hold is already recorded. */
  readonly reason?: string;
}
/**
 * Reason for erasing an NDA. There are three reasons: the admin requested the erasure; the retention time is
 * over; the NDA had been erased before a restore and the restored log lacks that erasure.
 */
export type Erasure = NdaErased['open']['reason'];
/**
 * Retention times in days. `completedDays` runs from completion. `unfinishedDays` runs from the last act of a
 * party, if the NDA was signed but never completed.
 */
export interface RetentionDays {
  readonly completedDays: number;
  readonly unfinishedDays: number;
}
export interface EraseNda {
  readonly type: 'EraseNda';
  readonly reason: Erasure;
  /**
   * Erases only if nobody has signed and the NDA was created at least this many days ago, whether or not it
   * was discarded. Otherwise appends nothing.
   */
  readonly unsignedFor?: number;
  /** Erases only if the NDA was signed and its retention time is over. Otherwise appends nothing. */
  readonly pastTime?: RetentionDays;
}
export type RecordKeyDestroyed = NdaKeyDestroyed['open'] & {
  readonly type: 'RecordKeyDestroyed';
};

export type NdaCommand =
  | CreateNda
  | DiscardNda
  | SignAsParty1
  | SignAsParty2
  | RequestPayment
  | GivePaymentConsent
  | RecordPaymentIntent
  | RecordPaymentSuccess
  | RecordPaymentFailure
  | RecordRefund
  | RecordChargeback
  | ApplyVoucher
  | InviteParty2
  | CorrectParty2Address
  | CorrectParty1Address
  | RecordInvitationSent
  | RecordNoticeSent
  | OpenInvitation
  | RemindParty2
  | DeclineReminders
  | CancelInvitation
  | ExpireInvitation
  | RecordDocumentSealed
  | RecordDocumentSent
  | RecordDeliveryFailure
  | RecordTimestamp
  | RecordMailFailure
  | RecordMailDelivered
  | RecordMailBounced
  | RequestContinueLink
  | GrantCreatorAccess
  | EndOtherAccess
  | DisputeSignature
  | CloseObligation
  | SetLegalHold
  | LiftLegalHold
  | EraseNda
  | RecordKeyDestroyed;

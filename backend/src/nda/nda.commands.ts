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
 * Everything one may ask of an NDA. Times, ids, hashes and random values come in here; the deciders are pure.
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
  /** First NDA of a chain of replaced drafts; its own id without one. */
  readonly chain: string;
}
export interface DiscardNda {
  readonly type: 'DiscardNda';
  readonly replacedBy: string | null;
  readonly reason: 'replaced' | 'retention';
}

/**
 * Also posted again to change mode and flag, until the first payment or invitation
 * (rule:mode-is-fixed-by-payment-or-invitation); the first signature stays.
 */
export interface SignAsParty1 {
  readonly type: 'SignAsParty1';
  /** Needed for the first signature alone. */
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
  /** Number of Party 2's address that it went to. */
  readonly address?: number;
}
export interface RecordDocumentSealed {
  readonly type: 'RecordDocumentSealed';
  readonly document: DocumentSealed['open'];
}
/** Followed by NdaSent in the same append when it is the second of the two. */
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
/** Which failures a history tells of is the decider's to say: every one may be reported. */
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
/** `link`: number of the link to continue that is used up. */
export interface GrantCreatorAccess {
  readonly type: 'GrantCreatorAccess';
  readonly creatorKeyHash: string;
  readonly link: number;
}
/** `kept`: keyed hash of the browser that asks. */
export interface EndOtherAccess {
  readonly type: 'EndOtherAccess';
  readonly kept: string;
}
export interface DisputeSignature {
  readonly type: 'DisputeSignature';
  readonly party: Party;
}
/** A person has dealt with what the event `about` made owed. */
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
  /** May be left unsaid: why it was set stands beside it. */
  readonly reason?: string;
}
/**
 * Why an NDA is erased: somebody asked for it; its time is over; it had been erased, and a restored log does not
 * know of it.
 */
export type Erasure = NdaErased['open']['reason'];
/** Days: after it became complete, or after the last act of a party where it was signed and never did. */
export interface KeptFor {
  readonly completedDays: number;
  readonly unfinishedDays: number;
}
export interface EraseNda {
  readonly type: 'EraseNda';
  readonly reason: Erasure;
  /** Only where nobody has signed, discarded or not, and it was made so many days ago; else it stays quiet. */
  readonly unsignedFor?: number;
  /** Only where it was signed and this time is over; else it stays quiet. */
  readonly pastTime?: KeptFor;
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

/** Closed sets of values that browser and server share. */

export const LANGUAGES = ['de', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DURATIONS = ['1y', '2y', '3y', '5y', 'unlimited'] as const;
export type Duration = (typeof DURATIONS)[number];

export const GEOGRAPHIC_SCOPES = ['germany', 'eu', 'europe', 'worldwide'] as const;
export type GeographicScope = (typeof GEOGRAPHIC_SCOPES)[number];

export const PENALTY_PRESETS = ['none', '10k', '25k', '50k', '100k'] as const;
export type PenaltyPreset = (typeof PENALTY_PRESETS)[number];
/**
 * A preset, or `custom:<n>` where n is a whole number of EUR, 1 to 10 000 000 (rule:penalty-in-whole-euros).
 */
export type PenaltyClause = PenaltyPreset | `custom:${number}`;

export const SIGNATURE_MODES = ['in-person', 'remote'] as const;
export type SignatureMode = (typeof SIGNATURE_MODES)[number];

/**
 * How a signature was made. A drawn signature is made with a pen, finger or mouse. A typed signature is a
 * name set in a handwriting font.
 */
export const SIGNATURE_KINDS = ['drawn', 'typed'] as const;
export type SignatureKind = (typeof SIGNATURE_KINDS)[number];

export const NDA_STATUSES = ['draft', 'party1_signed', 'completed', 'sent'] as const;
export type NdaStatus = (typeof NDA_STATUSES)[number];

export const PAYMENT_STATUSES = ['none', 'pending', 'succeeded', 'failed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * States of the money that a party paid by card: whether it must be paid back, was paid back, or is disputed
 * or lost (rule:money-back-of-a-party).
 */
export const MONEY_BACK_STATES = ['none', 'due', 'partly_refunded', 'refunded', 'disputed', 'lost'] as const;
export type MoneyBackState = (typeof MONEY_BACK_STATES)[number];

export const INVITATION_STATUSES = [
  'none',
  'pending',
  'sent',
  'opened',
  'signed',
  'expired',
  'cancelled',
] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export const DELIVERY_STATUSES = ['none', 'making', 'sending', 'retrying', 'sent'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const RECIPIENT_STATUSES = ['queued', 'sending', 'retrying', 'sent', 'delivered', 'bounced'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** Every kind of mail that is sent. */
export const MAIL_KINDS = [
  'invitation',
  'reminder',
  'cancellation',
  'correction',
  'expiry',
  'document',
  'order',
  'continue',
  'delivery-problem',
  'dispute',
  'withdrawal',
  'digest',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/** Mails that only inform. The service stops trying to send them after a week. */
export type NoticeKind = Exclude<MailKind, 'invitation' | 'document' | 'order' | 'withdrawal'>;
/** Mails for which a `NoticeSent` event records that they went out. */
export type SentNoticeKind = NoticeKind | 'order';

/**
 * Kinds of obligations that the service itself works on. No person has to end them. An obligation is
 * something that is owed to somebody and not done yet (rule:obligations).
 */
export const SERVICE_OBLIGATIONS = [
  'invitation',
  'mail',
  'document',
  'settlement',
  'intent',
  'key-destruction',
] as const;
/** A person records that an obligation of these kinds is dealt with. */
const CLOSABLE_OBLIGATIONS = ['refund', 'chargeback', 'dispute', 'withdrawal', 'bounce'] as const;
/**
 * A person ends obligations of these kinds. `tampering` is not closed by a statement: it ends by itself when
 * the operator has repaired or accepted every stream that somebody tampered with (rule:tampering-is-told).
 */
export const PERSON_OBLIGATIONS = ['tampering', ...CLOSABLE_OBLIGATIONS] as const;
export const OBLIGATION_KINDS = [...PERSON_OBLIGATIONS, ...SERVICE_OBLIGATIONS] as const;
export type ObligationKind = (typeof OBLIGATION_KINDS)[number];

/**
 * A list of obligations can be limited to one of these groups. `person`: obligations that a person ends.
 * `service`: obligations that the service works on.
 */
export const OBLIGATION_GROUPS = ['person', 'service'] as const;
export type ObligationGroup = (typeof OBLIGATION_GROUPS)[number];

export const isClosable = (kind: ObligationKind): boolean =>
  (CLOSABLE_OBLIGATIONS as readonly ObligationKind[]).includes(kind);

/** States by which the admin can filter vouchers. An unused voucher is available until it expires. */
export const VOUCHER_STATES = ['available', 'used', 'expired'] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];

/** Ways in which an admin or auditor can see an NDA's personal data (rule:readings-are-recorded). */
export const READING_KINDS = [
  'list',
  'search',
  'nda',
  'history',
  'agreement',
  'signature',
  'document',
  'send-email',
  'evidence',
] as const;
export type ReadingKind = (typeof READING_KINDS)[number];

export const FUNNEL_EVENT_TYPES = ['view', 'created', 'signed', 'paid'] as const;
export type FunnelEventType = (typeof FUNNEL_EVENT_TYPES)[number];

export const PAGE_NAMES = [
  'home',
  'faq',
  'about',
  'how-it-works',
  'contact',
  'legal',
  'privacy',
  'admin',
  'nda-wizard',
  'other',
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** 1 is the discloser, 2 the recipient. */
export type Party = 1 | 2;
export type PartyNumber = '1' | '2';
export type PaymentProviderName = 'stripe' | 'sandbox';
export type Role = 'admin' | 'auditor';

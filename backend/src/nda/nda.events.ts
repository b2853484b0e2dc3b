import type {
  Duration,
  GeographicScope,
  Language,
  Party,
  PaymentProviderName,
  PenaltyClause,
  SignatureMode,
} from '@siegel/contracts/enums';
import type { EventDeclaration, NewEvent } from '../platform/journal/event.js';

/**
 * Everything that can be said of an NDA. Hashes are hexadecimal SHA-256, money is integer cents, times are ISO 8601 UTC, days are
 * `YYYY-MM-DD` in Europe/Berlin. `Open` stays readable after an erasure; `Personal` is sealed (decisions 18).
 */

export interface NdaTermsOpen {
  readonly language: Language;
  readonly duration: Duration;
  readonly geographicScope: GeographicScope;
  readonly penaltyClause: PenaltyClause;
  readonly returnOfMaterials: boolean;
}

export interface NdaPersonal {
  readonly ideaTitle: string;
  readonly ideaDescription: string;
  readonly party1Name: string;
  readonly party1Email: string;
  readonly party1Company: string | null;
  readonly party2Name: string;
  readonly party2Email: string;
  readonly party2Company: string | null;
  readonly permittedDisclosures: string | null;
}

export type NdaCreated = NewEvent<
  'NdaCreated',
  NdaTermsOpen & {
    readonly templateVersion: string;
    readonly agreementHash: string;
    readonly issueDate: string;
    /** Keyed hash of the creator's capability secret (decisions 15). */
    readonly creatorKeyHash: string;
    /** The draft that this one replaces, and the first of the chain (its own id without one): `created` counts a chain once. */
    readonly replaces: string | null;
    readonly chain: string;
  },
  NdaPersonal
>;
export type NdaDiscarded = NewEvent<'NdaDiscarded', { readonly replacedBy: string | null; readonly reason: 'replaced' | 'retention' }>;

interface SignedOpen {
  readonly agreementHash: string;
  /** False: 'not confirmed by client' (decisions 7). */
  readonly agreementHashConfirmed: boolean;
  readonly templateVersion: string;
  /** Which wording of the consent stood beside the button, as in `v1`. */
  readonly consentWording: string;
}
interface SignedPersonal {
  /** SHA-256 of the PNG. */
  readonly signatureHash: string;
}
export type Party1Signed = NewEvent<
  'Party1Signed',
  SignedOpen & { readonly mode: SignatureMode; readonly party1PaysForBoth: boolean },
  SignedPersonal
>;
export type SigningMadeRemote = NewEvent<'SigningMadeRemote', { readonly party1PaysForBoth: boolean }>;
export type SigningMadeInPerson = NewEvent<'SigningMadeInPerson', { readonly party1PaysForBoth: boolean }>;
export type Party2Signed = NewEvent<
  'Party2Signed',
  SignedOpen & {
    /** In person: drawn on Party 1's device. Remote: by whoever held the token. */
    readonly channel: SignatureMode;
    /** SHA-256 of the token used; null in person. */
    readonly tokenHash: string | null;
  },
  SignedPersonal
>;
export type NdaCompleted = NewEvent<'NdaCompleted', { readonly agreementHash: string }>;

export type PaymentRequested = NewEvent<
  'PaymentRequested',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly amount: number;
    readonly currency: 'EUR';
    readonly provider: PaymentProviderName;
    /** Which wording of price, withdrawal notice and consents stood above the button (§ 312j BGB). */
    readonly consentWording: string;
  }
>;
/** The provider has made the intent that was requested. */
export type PaymentIntentOpened = NewEvent<
  'PaymentIntentOpened',
  { readonly party: Party; readonly attempt: number; readonly paymentIntentId: string; readonly provider: PaymentProviderName }
>;
export type PaymentSucceeded = NewEvent<
  'PaymentSucceeded',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly amount: number;
    readonly currency: 'EUR';
    readonly paymentIntentId: string;
    readonly provider: PaymentProviderName;
  }
>;
/** `final`: this intent is over (cancelled, or failed for good); the next request begins the next attempt. */
export type PaymentFailed = NewEvent<
  'PaymentFailed',
  {
    readonly party: Party;
    readonly attempt: number;
    readonly paymentIntentId: string | null;
    readonly code: string;
    readonly final: boolean;
  }
>;
export type VoucherApplied = NewEvent<
  'VoucherApplied',
  {
    readonly party: Party /** What the party owed, now covered. */;
    readonly covered: number /** Keyed hash that names the voucher's stream. */;
    readonly voucherId: string;
  },
  { readonly voucherCode: string }
>;
export type PaymentMismatched = NewEvent<
  'PaymentMismatched',
  {
    readonly party: Party;
    readonly paymentIntentId: string;
    readonly expectedAmount: number;
    readonly amount: number;
    readonly currency: string;
  }
>;
export type RefundDue = NewEvent<
  'RefundDue',
  {
    readonly party: Party;
    readonly paymentIntentId: string;
    readonly amount: number;
    readonly currency: string;
    readonly reason: 'excess' | 'expired' | 'discarded' | 'erased' | 'mismatched';
  }
>;
export type PaymentRefunded = NewEvent<
  'PaymentRefunded',
  { readonly paymentIntentId: string; readonly amount: number; readonly currency: string }
>;

export type Party2Invited = NewEvent<
  'Party2Invited',
  {
    /** 1 to 3. */ readonly invitation: number;
    readonly tokenHash: string;
    readonly expiresAt: string;
    readonly trigger: 'creator' | 'payment';
  }
>;
export type Party2AddressCorrected = NewEvent<
  'Party2AddressCorrected',
  {
    /** 2 or 3: the first is that of NdaCreated. */ readonly address: number /** Of the new token where an invitation is open. */;
    readonly tokenHash: string | null;
  },
  { readonly party2Email: string; readonly previousEmail: string }
>;
/** The mail provider accepted an invitation. */
export type InvitationSent = NewEvent<'InvitationSent', { readonly invitation: number; readonly messageId: string }>;
/** The mail provider accepted another mail that an event called for. `about` is that event's id. */
export type NoticeSent = NewEvent<
  'NoticeSent',
  {
    readonly notice: 'reminder' | 'cancellation' | 'expiry' | 'correction' | 'dispute';
    readonly party: Party;
    readonly about: string;
    readonly messageId: string;
  }
>;
export type InvitationOpened = NewEvent<
  'InvitationOpened',
  {
    readonly invitation: number;
    readonly day: string /** Keyed hash of the client's address: once per address and day (decisions 10). */;
    readonly visitor: string;
  }
>;
export type ReminderSent = NewEvent<
  'ReminderSent',
  {
    readonly invitation: number;
    readonly kind: 'manual' | 'day1' | 'day3' | 'day6' /** Manual ones over the NDA's life so far, this one included where it is one. */;
    readonly manualCount: number;
  }
>;
export type InvitationCancelled = NewEvent<'InvitationCancelled', { readonly invitation: number }>;
export type InvitationExpired = NewEvent<'InvitationExpired', { readonly invitation: number }>;

export type DocumentSealed = NewEvent<
  'DocumentSealed',
  {
    /** SHA-256 of the document of record. */
    readonly documentHash: string;
    readonly bytes: number;
    readonly pages: number;
    /** The revision as of which it was rendered. */
    readonly asOfRevision: number;
    readonly templateVersion: string;
    readonly renderer: string;
    /** PAdES level, or `none` before the operator's seal is set up. */
    readonly level: 'none' | 'B-B' | 'B-T';
    readonly certificateHash: string | null;
  }
>;
export type DocumentSent = NewEvent<'DocumentSent', { readonly party: Party; readonly messageId: string; readonly documentHash: string }>;
export type DeliveryFailed = NewEvent<
  'DeliveryFailed',
  { readonly stage: 'making' | 'sealing' | 'sending'; readonly party: Party | null; readonly code: string; readonly attempt: number }
>;
export type DocumentTimestamped = NewEvent<
  'DocumentTimestamped',
  { readonly documentHash: string; readonly authority: string; readonly tokenTime: string }
>;
export type NdaSent = NewEvent<'NdaSent', { readonly documentHash: string }>;
export type MailDelivered = NewEvent<'MailDelivered', { readonly party: Party; readonly messageId: string }>;
export type MailBounced = NewEvent<
  'MailBounced',
  { readonly party: Party; readonly messageId: string; readonly code: string },
  { readonly reason: string }
>;
export type CreatorAccessGranted = NewEvent<'CreatorAccessGranted', { readonly creatorKeyHash: string }>;
export type SignatureDisputed = NewEvent<'SignatureDisputed', { readonly party: Party }>;
export type LegalHoldSet = NewEvent<'LegalHoldSet', object, { readonly reason: string }>;
export type LegalHoldLifted = NewEvent<'LegalHoldLifted', object, { readonly reason: string }>;
export type NdaErased = NewEvent<'NdaErased', { readonly reason: 'admin' | 'retention' }>;
export type NdaKeyDestroyed = NewEvent<
  'NdaKeyDestroyed',
  {
    readonly keyId: string;
    readonly destroyedAt: string /** Ed25519 over the canonical JSON of the rest with the stream's name, base64. */;
    readonly receiptKeyId: string;
    readonly receiptSignature: string;
  }
>;

export type NdaEvent =
  | NdaCreated
  | NdaDiscarded
  | Party1Signed
  | SigningMadeRemote
  | SigningMadeInPerson
  | Party2Signed
  | NdaCompleted
  | PaymentRequested
  | PaymentIntentOpened
  | PaymentSucceeded
  | PaymentFailed
  | VoucherApplied
  | PaymentMismatched
  | RefundDue
  | PaymentRefunded
  | Party2Invited
  | Party2AddressCorrected
  | InvitationSent
  | NoticeSent
  | InvitationOpened
  | ReminderSent
  | InvitationCancelled
  | InvitationExpired
  | DocumentSealed
  | DocumentSent
  | DeliveryFailed
  | DocumentTimestamped
  | NdaSent
  | MailDelivered
  | MailBounced
  | CreatorAccessGranted
  | SignatureDisputed
  | LegalHoldSet
  | LegalHoldLifted
  | NdaErased
  | NdaKeyDestroyed;

export const NDA_STREAM_PREFIX = 'nda-';
export const ndaStream = (id: string): string => `${NDA_STREAM_PREFIX}${id}`;
export const ndaIdOf = (stream: string): string => stream.slice(NDA_STREAM_PREFIX.length);

type OpenKeys<T extends NdaEvent['type']> = keyof Extract<NdaEvent, { type: T }>['open'] & string;
type PersonalKeys<T extends NdaEvent['type']> = keyof NonNullable<Extract<NdaEvent, { type: T }>['personal']> & string;
type Declared = { [T in NdaEvent['type']]: EventDeclaration & { open: readonly OpenKeys<T>[]; personal: readonly PersonalKeys<T>[] } };

const signed = ['agreementHash', 'agreementHashConfirmed', 'templateVersion', 'consentWording'] as const;
const personal = [
  'ideaTitle',
  'ideaDescription',
  'party1Name',
  'party1Email',
  'party1Company',
  'party2Name',
  'party2Email',
  'party2Company',
  'permittedDisclosures',
] as const;

/** The registry: wire names are `<type>.v<version>`. The journal refuses an event that carries a field not named here. */
export const ndaEvents: Declared = {
  NdaCreated: {
    version: 1,
    open: [
      'language',
      'duration',
      'geographicScope',
      'penaltyClause',
      'returnOfMaterials',
      'templateVersion',
      'agreementHash',
      'issueDate',
      'creatorKeyHash',
      'replaces',
      'chain',
    ],
    personal,
    makesKey: true,
    meaning: 'Party 1 confirmed the agreement; its text and hash are fixed from here.',
  },
  NdaDiscarded: {
    version: 1,
    open: ['replacedBy', 'reason'],
    personal: [],
    meaning: 'An unsigned draft was replaced by a changed one, or given up after 30 days.',
  },
  Party1Signed: {
    version: 1,
    open: [...signed, 'mode', 'party1PaysForBoth'],
    personal: ['signatureHash'],
    origin: true,
    meaning: 'Party 1 signed, and chose how Party 2 will sign and who pays.',
  },
  SigningMadeRemote: {
    version: 1,
    open: ['party1PaysForBoth'],
    personal: [],
    meaning: 'Party 1 chose that Party 2 signs through a link, or changed who pays for it.',
  },
  SigningMadeInPerson: {
    version: 1,
    open: ['party1PaysForBoth'],
    personal: [],
    meaning: 'Party 1 chose that Party 2 signs on the same screen, or changed who pays for it.',
  },
  Party2Signed: {
    version: 1,
    open: [...signed, 'channel', 'tokenHash'],
    personal: ['signatureHash'],
    origin: true,
    meaning: 'Party 2 signed, through the channel named.',
  },
  NdaCompleted: {
    version: 1,
    open: ['agreementHash'],
    personal: [],
    meaning: 'Both have signed; nothing of the agreement changes from here.',
  },
  PaymentRequested: {
    version: 1,
    open: ['party', 'attempt', 'amount', 'currency', 'provider', 'consentWording'],
    personal: [],
    meaning: 'A payment was asked for; the provider is called after this.',
  },
  PaymentIntentOpened: {
    version: 1,
    open: ['party', 'attempt', 'paymentIntentId', 'provider'],
    personal: [],
    meaning: 'The provider made the intent that was requested.',
  },
  PaymentSucceeded: {
    version: 1,
    open: ['party', 'attempt', 'amount', 'currency', 'paymentIntentId', 'provider'],
    personal: [],
    meaning: 'The provider reported the money as received.',
  },
  PaymentFailed: {
    version: 1,
    open: ['party', 'attempt', 'paymentIntentId', 'code', 'final'],
    personal: [],
    meaning: 'The provider refused or ended a payment.',
  },
  VoucherApplied: {
    version: 1,
    open: ['party', 'covered', 'voucherId'],
    personal: ['voucherCode'],
    meaning: 'A redeemed voucher covered what a party owed.',
  },
  PaymentMismatched: {
    version: 1,
    open: ['party', 'paymentIntentId', 'expectedAmount', 'amount', 'currency'],
    personal: [],
    meaning: 'Money came in another amount or currency than asked; it does not count.',
  },
  RefundDue: {
    version: 1,
    open: ['party', 'paymentIntentId', 'amount', 'currency', 'reason'],
    personal: [],
    meaning: 'Money was received that is not owed.',
  },
  PaymentRefunded: {
    version: 1,
    open: ['paymentIntentId', 'amount', 'currency'],
    personal: [],
    meaning: 'The provider reported a refund.',
  },
  Party2Invited: {
    version: 1,
    open: ['invitation', 'tokenHash', 'expiresAt', 'trigger'],
    personal: [],
    meaning: 'Party 2 is invited to sign until the time named; the mail is owed from here.',
  },
  Party2AddressCorrected: {
    version: 1,
    open: ['address', 'tokenHash'],
    personal: ['party2Email', 'previousEmail'],
    meaning: 'Party 1 corrected the address of Party 2.',
  },
  InvitationSent: { version: 1, open: ['invitation', 'messageId'], personal: [], meaning: 'The mail provider accepted an invitation.' },
  NoticeSent: {
    version: 1,
    open: ['notice', 'party', 'about', 'messageId'],
    personal: [],
    meaning: 'The mail provider accepted a reminder or notice that another event called for.',
  },
  InvitationOpened: {
    version: 1,
    open: ['invitation', 'day', 'visitor'],
    personal: [],
    origin: true,
    meaning: 'The link was used by a person, counted once per address and day.',
  },
  ReminderSent: {
    version: 1,
    open: ['invitation', 'kind', 'manualCount'],
    personal: [],
    meaning: 'A reminder to Party 2 was decided; its mail is owed from here.',
  },
  InvitationCancelled: { version: 1, open: ['invitation'], personal: [], meaning: 'Party 1 withdrew the invitation; its link is void.' },
  InvitationExpired: { version: 1, open: ['invitation'], personal: [], meaning: 'Seven days passed without a signature.' },
  DocumentSealed: {
    version: 1,
    open: ['documentHash', 'bytes', 'pages', 'asOfRevision', 'templateVersion', 'renderer', 'level', 'certificateHash'],
    personal: [],
    meaning: 'The document of record was made and stored.',
  },
  DocumentSent: {
    version: 1,
    open: ['party', 'messageId', 'documentHash'],
    personal: [],
    meaning: 'The mail provider accepted the document for one party.',
  },
  DeliveryFailed: {
    version: 1,
    open: ['stage', 'party', 'code', 'attempt'],
    personal: [],
    meaning: 'An attempt to make or send the document failed; it is tried again.',
  },
  DocumentTimestamped: {
    version: 1,
    open: ['documentHash', 'authority', 'tokenTime'],
    personal: [],
    meaning: 'A time-stamp authority confirmed the document.',
  },
  NdaSent: { version: 1, open: ['documentHash'], personal: [], meaning: 'The mail provider accepted the document for both parties.' },
  MailDelivered: { version: 1, open: ['party', 'messageId'], personal: [], meaning: 'The mail provider reported a message as delivered.' },
  MailBounced: {
    version: 1,
    open: ['party', 'messageId', 'code'],
    personal: ['reason'],
    meaning: 'The mail provider reported a message as bounced or dropped.',
  },
  CreatorAccessGranted: {
    version: 1,
    open: ['creatorKeyHash'],
    personal: [],
    origin: true,
    meaning: 'Another browser of Party 1 was let in by a link sent to them.',
  },
  SignatureDisputed: { version: 1, open: ['party'], personal: [], origin: true, meaning: "A party said 'I did not sign this'." },
  LegalHoldSet: { version: 1, open: [], personal: ['reason'], meaning: 'Deletion is barred until the hold is lifted.' },
  LegalHoldLifted: { version: 1, open: [], personal: ['reason'], meaning: 'The hold ended.' },
  NdaErased: { version: 1, open: ['reason'], personal: [], meaning: 'Erasure was decided; destroying the key is owed from here.' },
  NdaKeyDestroyed: {
    version: 1,
    open: ['keyId', 'destroyedAt', 'receiptKeyId', 'receiptSignature'],
    personal: [],
    meaning: 'The key is destroyed, with a signed receipt.',
  },
};

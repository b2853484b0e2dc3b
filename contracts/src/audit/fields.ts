import type { RecipientStatus } from '../enums.js';
import type { AdminNdaView } from '../admin/views.js';
import type { SealedTerm } from '../nda/term-fields.js';

/**
 * Fields of the NDA's view (`N`) whose value is sealed. A sealed value cannot be read after an erasure, or
 * while its key is missing.
 */
export type SealedField = SealedTerm | 'agreementHash';

/**
 * Fields of the NDA's view (`N`) that the audit does not compare. These fields repeat another field, follow
 * from the id, hold several values, or (`untrustedSince`) do not come from an event. The fields of
 * `FlattenedField` replace a field with several values.
 */
type NotCompared =
  | 'id'
  | 'revision'
  | 'orderNumber'
  | 'party1Signature'
  | 'party2Signature'
  | 'remoteStatus'
  | 'paymentIntentId'
  | 'expiresAt'
  | 'remindersSent'
  | 'party2SignatureCompletedAt'
  | 'delivery'
  | 'mailProblems'
  | 'disputed'
  | 'legalHold'
  | 'untrustedSince';

/**
 * Fields that replace the fields with several values. Each replacing field holds one of the values. Only
 * `mailProblemList` holds a list.
 */
export type FlattenedField =
  | 'deliveryStatus'
  | 'deliveryError'
  | 'recipient1'
  | 'recipient2'
  | 'mailProblemList'
  | 'party1DisputedAt'
  | 'party2DisputedAt'
  | 'legalHoldSince'
  | 'legalHoldReason';

/** A field of the NDA's view (`N`) whose changes the audit shows. */
export type ReplayedField = Exclude<keyof AdminNdaView, NotCompared> | FlattenedField;
export type FieldValue = string | number | boolean | null | readonly string[];

/**
 * How a value is shown. A `choice` is shown as a word, one for each possible value. A `code` is a value for
 * machines.
 */
export type FieldFormat =
  | 'text'
  | 'longText'
  | 'code'
  | 'cents'
  | 'count'
  | 'time'
  | 'flag'
  | 'penalty'
  | 'problems'
  | 'choice';

/** The format of every field. The order is the order in which changes are shown. */
export const FIELD_FORMATS = {
  status: 'choice',
  ideaTitle: 'text',
  ideaDescription: 'longText',
  party1Name: 'text',
  party1Company: 'text',
  party1Email: 'text',
  party2Name: 'text',
  party2Company: 'text',
  party2Email: 'text',
  language: 'choice',
  duration: 'choice',
  geographicScope: 'choice',
  penaltyClause: 'penalty',
  permittedDisclosures: 'longText',
  returnOfMaterials: 'flag',
  templateVersion: 'code',
  agreementHash: 'code',
  signatureMode: 'choice',
  party1PaysForBoth: 'flag',
  party1SignedAt: 'time',
  party2SignedAt: 'time',
  party2SignatureIp: 'code',
  amountDue: 'cents',
  paymentStatus: 'choice',
  paidAt: 'time',
  party1PaymentStatus: 'choice',
  party1PaymentAmount: 'cents',
  party1PaymentIntentId: 'code',
  party1PaidAt: 'time',
  party2PaymentStatus: 'choice',
  party2PaymentAmount: 'cents',
  party2PaymentIntentId: 'code',
  party2PaidAt: 'time',
  voucherCode: 'code',
  voucherUsedAt: 'time',
  refundDue: 'cents',
  party1MoneyBack: 'choice',
  party1Refunded: 'cents',
  party1ChargedBack: 'cents',
  party2MoneyBack: 'choice',
  party2Refunded: 'cents',
  party2ChargedBack: 'cents',
  invitationStatus: 'choice',
  invitationsLeft: 'count',
  addressesLeft: 'count',
  party2SignatureToken: 'code',
  party2SignatureTokenExpiresAt: 'time',
  party2SignatureLinkSentAt: 'time',
  invitationOpenedAt: 'time',
  party2SignatureReminderCount: 'count',
  lastReminderAt: 'time',
  automaticReminder1DaySent: 'flag',
  automaticReminder3DaysSent: 'flag',
  automaticReminder6DaysSent: 'flag',
  remindersDeclined: 'flag',
  deliveryStatus: 'choice',
  deliveryError: 'code',
  recipient1: 'choice',
  recipient2: 'choice',
  mailProblemList: 'problems',
  otherDevices: 'count',
  party1DisputedAt: 'time',
  party2DisputedAt: 'time',
  legalHoldSince: 'time',
  legalHoldReason: 'text',
  createdAt: 'time',
  deletedAt: 'time',
} as const satisfies Readonly<Record<ReplayedField, FieldFormat>>;

type ChoiceField = {
  [Field in ReplayedField]: (typeof FIELD_FORMATS)[Field] extends 'choice' ? Field : never;
}[ReplayedField];
/**
 * Every value for which a screen needs a word. These are the values of all fields with the format `choice`.
 */
export type ChoiceValue = NonNullable<
  AdminNdaView[ChoiceField & keyof AdminNdaView] | AdminNdaView['delivery']['status'] | RecipientStatus
>;

export const REPLAYED_FIELDS = Object.keys(FIELD_FORMATS) as readonly ReplayedField[];

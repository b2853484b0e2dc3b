import type { Party, RecipientStatus } from '../enums.js';
import type { AdminNdaView } from '../admin/views.js';
import type { SealedTerm } from '../nda/term-fields.js';

/** What of N is sealed: gone after an erasure, or where its key is missing. */
export type SealedField = SealedTerm | 'agreementHash';

/** N as it was after an event. What was sealed is null where it cannot be read any more. */
export type ReplayedNda = Omit<AdminNdaView, SealedField> & {
  [Field in SealedField]: AdminNdaView[Field] | null;
};

/**
 * Says the same as another field, or follows from the id: no change of its own. What holds several values is told
 * field by field instead.
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
  | 'legalHold';

type Told =
  | 'deliveryStatus'
  | 'deliveryError'
  | 'recipient1'
  | 'recipient2'
  | 'mailProblemList'
  | 'party1DisputedAt'
  | 'party2DisputedAt'
  | 'legalHoldSince'
  | 'legalHoldReason';

/** A field of N of which a change can tell. */
export type ReplayedField = Exclude<keyof AdminNdaView, NotCompared> | Told;
export type FieldValue = string | number | boolean | null | readonly string[];

/** How a value is shown: `choice` has a word for each value, `code` is for machines. */
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

/** Every field, in the order in which its change is told. */
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
/** Every value that has a word: those of all fields that are a choice. */
export type ChoiceValue = NonNullable<
  AdminNdaView[ChoiceField & keyof AdminNdaView] | AdminNdaView['delivery']['status'] | RecipientStatus
>;

export const REPLAYED_FIELDS = Object.keys(FIELD_FORMATS) as readonly ReplayedField[];

const recipient = ({ delivery }: ReplayedNda, party: Party): RecipientStatus | null =>
  delivery.recipients.find((one) => one.party === party)?.status ?? null;
const disputedAt = ({ disputed }: ReplayedNda, party: Party): string | null =>
  disputed.find((one) => one.party === party)?.at ?? null;

/** One value for each field. A problem of mails is `<kind> <party> <code>`. */
export function replayedFields(nda: ReplayedNda): Readonly<Record<ReplayedField, FieldValue>> {
  const told: Readonly<Record<Told, FieldValue>> = {
    deliveryStatus: nda.delivery.status,
    deliveryError: nda.delivery.error,
    recipient1: recipient(nda, 1),
    recipient2: recipient(nda, 2),
    mailProblemList: nda.mailProblems.map(({ kind, party, code }) => `${kind} ${party} ${code}`),
    party1DisputedAt: disputedAt(nda, 1),
    party2DisputedAt: disputedAt(nda, 2),
    legalHoldSince: nda.legalHold?.since ?? null,
    legalHoldReason: nda.legalHold?.reason ?? null,
  };
  const all = { ...nda, ...told };
  return Object.fromEntries(REPLAYED_FIELDS.map((field) => [field, all[field]])) as Record<
    ReplayedField,
    FieldValue
  >;
}

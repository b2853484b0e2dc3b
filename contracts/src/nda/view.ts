import { agreementSchema } from '../agreement/document.js';
import {
  DELIVERY_STATUSES,
  INVITATION_STATUSES,
  MAIL_KINDS,
  MONEY_BACK_STATES,
  NDA_STATUSES,
  PAYMENT_STATUSES,
  RECIPIENT_STATUSES,
  SIGNATURE_MODES,
} from '../enums.js';
import { OWN_NDAS_MAX } from '../limits.js';
import { receiptSchema } from '../receipt.js';
import {
  cents,
  count,
  described,
  flag,
  listOf,
  literal,
  namedObject,
  nothing,
  nullable,
  objectOf,
  oneOf,
  picked,
  type Schema,
  sha256,
  text,
  textWith,
  timestamp,
  uuid,
  type ViewOf,
} from '../schema.js';
import { termSchemas } from './term-schemas.js';

/**
 * Part of the ETag of the NDA's view (`N`) (rule:unchanged-is-304). Raise this number whenever the shape of
 * `N` changes. Otherwise browsers would keep using a cached response in the old shape.
 */
export const NDA_VIEW_VERSION = 8;

const time = nullable(timestamp);
const party = oneOf([1, 2]);
const paymentStatus = oneOf(PAYMENT_STATUSES);
const moneyBack = described(
  "What became of the money that the party's cards brought: the first word that holds, in the order `disputed` (a dispute is undecided), `due` (something still has to be given back), `lost` (a dispute was lost), `partly_refunded`, `refunded`, `none` (rule:money-back-of-a-party)",
  oneOf(MONEY_BACK_STATES),
);
const refunded = described(
  'Cents that were refunded to the party, also of payments that never counted',
  cents,
);
const chargedBack = described(
  "Cents that the party's bank took back for good. An undecided dispute has no cents",
  cents,
);
const imageAddress = textWith({
  format: 'uri-reference',
  description: 'Address of the image, never the image itself',
});
const orderNumber = textWith({ pattern: '^S-[A-Z2-7]{10}$' });

const recipientSchema = objectOf({
  party,
  status: oneOf(RECIPIENT_STATUSES),
  at: time,
  reason: nullable(text),
  nextTryAt: described(
    'Set after a failed attempt. Null after the last attempt, or if the time has passed and no later one is known',
    time,
  ),
});
/** State of the document's mail to one party. */
export interface RecipientView extends ViewOf<typeof recipientSchema> {}

const deliverySchema = namedObject('Delivery', {
  status: described(
    'Stage of making and sending the document. A bounce after `sent` is shown at its recipient',
    oneOf(DELIVERY_STATUSES),
  ),
  error: described('Stable code of the last failed attempt. Set while the service retries', nullable(text)),
  recipients: listOf(recipientSchema),
});
export interface DeliveryView extends ViewOf<typeof deliverySchema> {}

const mailProblemSchema = namedObject('MailProblem', {
  kind: oneOf(MAIL_KINDS),
  party,
  code: described('Stable code, for example `mail_unreachable`, `mail_refused`, `bounced`, `spam`', text),
  permanent: described('True for a refusal, false for a temporary fault', flag),
  at: timestamp,
});
/** The newest unresolved failure or bounce of one kind of mail to one party. */
export interface MailProblemView extends ViewOf<typeof mailProblemSchema> {}

const disputeSchema = objectOf({ party, at: timestamp });
export interface DisputeView extends ViewOf<typeof disputeSchema> {}

/** A hash or an address that a party does not get while `untrustedSince` is set. */
const orEmpty = <Text extends string>(schema: Schema<Text>): Schema<Text> => ({
  anyOf: [schema, literal('')],
});

export const ndaMembers = {
  ...termSchemas,
  party1Email: orEmpty(termSchemas.party1Email),
  party2Email: orEmpty(termSchemas.party2Email),
  id: uuid,
  party1Signature: nullable(imageAddress),
  party1SignedAt: time,
  party2Signature: nullable(imageAddress),
  party2SignedAt: time,
  signatureMode: nullable(oneOf(SIGNATURE_MODES)),
  status: oneOf(NDA_STATUSES),
  remoteStatus: nullable(oneOf(['awaiting', 'signed'])),
  party1PaysForBoth: flag,
  party1PaymentIntentId: nullable(text),
  party1PaymentStatus: paymentStatus,
  party1PaymentAmount: nullable(cents),
  party1PaidAt: time,
  party2PaymentIntentId: nullable(text),
  party2PaymentStatus: paymentStatus,
  party2PaymentAmount: nullable(cents),
  party2PaidAt: time,
  voucherCode: nullable(text),
  voucherUsedAt: time,
  /** rule:no-secret-in-a-view */
  party2SignatureToken: nullable(
    textWith({
      pattern: '^[0-9a-f]{16}$',
      description: 'A fingerprint of the token, never the token itself',
    }),
  ),
  party2SignatureTokenExpiresAt: time,
  party2SignatureLinkSentAt: time,
  party2SignatureReminderCount: count,
  automaticReminder1DaySent: flag,
  automaticReminder3DaysSent: flag,
  automaticReminder6DaysSent: flag,
  party2SignatureCompletedAt: time,
  party2SignatureIp: nullable(text),
  paymentIntentId: nullable(text),
  paymentStatus,
  paidAt: time,
  createdAt: timestamp,
  deletedAt: time,
  expiresAt: time,
  remindersSent: count,
  orderNumber: described(
    "Number of Party 1's order (rule:order-number). It is known before the order exists",
    orderNumber,
  ),
  amountDue: described(
    'Cents that Party 1 still owes with the present `signatureMode` and `party1PaysForBoth`',
    cents,
  ),
  refundDue: described(
    'Cents that the service still has to give back to both parties (rule:surplus-money-is-due-back)',
    cents,
  ),
  party1MoneyBack: moneyBack,
  party2MoneyBack: moneyBack,
  party1Refunded: refunded,
  party2Refunded: refunded,
  party1ChargedBack: chargedBack,
  party2ChargedBack: chargedBack,
  agreementHash: described('SHA-256 of the canonical agreement document', orEmpty(sha256)),
  templateVersion: text,
  revision: described("Revision of the stream's last event, counted from 0", count),
  invitationStatus: oneOf(INVITATION_STATUSES),
  invitationOpenedAt: described('Time when the link of the newest invitation was first used', time),
  lastReminderAt: described('Time of the last reminder of the newest invitation, manual or automatic', time),
  remindersDeclined: described('True if Party 2 declined reminders for its present address', flag),
  invitationsLeft: described('Number of invitations that are still possible', count),
  addressesLeft: described("Number of corrections of Party 2's address that are still possible", count),
  mailProblems: described(
    'The newest failure or bounce of each kind of mail to each party, if it is not resolved',
    listOf(mailProblemSchema),
  ),
  disputed: listOf(disputeSchema),
  otherDevices: described('Number of other browsers that can open this NDA', count),
  delivery: deliverySchema,
  untrustedSince: described(
    "Null, unless a later event of the NDA's history is not authenticated. Then nothing can be changed until the operator has repaired the history, and everything shown is as of this time, which is that of the last event that counts (rule:first-fault-closes-the-stream). A party then gets no sealed part: texts, addresses and hashes are empty, optional texts null (rule:closed-streams-open-nothing)",
    time,
  ),
};

export const ndaSchema = namedObject('Nda', ndaMembers);
/**
 * The view that the HTTP contract calls `N`: the NDA as its creator sees it. Absent values are null. Money is
 * in integer cents. Times are ISO 8601 UTC.
 */
export interface NdaView extends ViewOf<typeof ndaSchema> {}

export const ndaCreatedSchema = namedObject('NdaCreated', { id: uuid, receipt: receiptSchema });
export interface NdaCreatedView extends ViewOf<typeof ndaCreatedSchema> {}

export const ndaSignedSchema = namedObject('NdaSigned', { ...ndaMembers, receipt: receiptSchema });
export interface NdaSignedView extends ViewOf<typeof ndaSignedSchema> {}

const ownNdaSchema = objectOf(
  picked(ndaMembers, [
    'id',
    'ideaTitle',
    'party2Name',
    'status',
    'signatureMode',
    'invitationStatus',
    'paymentStatus',
    'expiresAt',
    'createdAt',
    'untrustedSince',
  ]),
);
/** An NDA in the list of the NDAs that a creator's browser can open. */
export interface OwnNdaView extends ViewOf<typeof ownNdaSchema> {}

export const ownNdasSchema = namedObject('OwnNdas', {
  items: listOf(ownNdaSchema, { maxItems: OWN_NDAS_MAX, description: 'Newest first' }),
});
/** `GET /api/ndas` */
export interface OwnNdasView extends ViewOf<typeof ownNdasSchema> {}

export const inviteInfoSchema = namedObject('InviteInfo', {
  party2Signature: nothing,
  expiresAt: time,
  remindersSent: count,
  status: ndaMembers.invitationStatus,
});
/** State of the invitation after an invitation or a reminder was sent. */
export interface InviteInfoView extends ViewOf<typeof inviteInfoSchema> {}

export const continuedSchema = namedObject('Continued', { id: uuid });
/** `POST /api/continue/{token}`: the id of the NDA to which this browser now has access. */
export interface ContinuedView extends ViewOf<typeof continuedSchema> {}

export const agreementAnswerSchema = namedObject('AgreementOfNda', {
  agreement: agreementSchema,
  agreementHash: sha256,
});

export const paymentIntentSchema = namedObject('PaymentIntent', {
  orderNumber: described('Number of the order of the party that pays', orderNumber),
  clientSecret: text,
  paymentIntentId: text,
  amount: cents,
  currency: literal('EUR'),
  provider: oneOf(['stripe', 'sandbox']),
  publishableKey: text,
});
export interface PaymentIntentView extends ViewOf<typeof paymentIntentSchema> {}

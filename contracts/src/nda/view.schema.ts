import {
  DELIVERY_STATUSES,
  INVITATION_STATUSES,
  MAIL_KINDS,
  NDA_STATUSES,
  PAYMENT_STATUSES,
  RECIPIENT_STATUSES,
  SIGNATURE_MODES,
} from '../enums.js';
import type { AgreementDocument } from '../agreement/document.js';
import { agreementSchema } from '../agreement/document.schema.js';
import { OWN_NDAS_MAX } from '../limits.js';
import { receiptSchema } from '../receipt.schema.js';
import {
  cents,
  count,
  flag,
  listOf,
  literal,
  membersOf,
  named,
  nothing,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  sha256,
  text,
  textWith,
  timestamp,
  uuid,
} from '../schema.js';
import { termSchemas } from './term-schemas.js';
import type {
  ContinuedView,
  DeliveryView,
  DisputeView,
  InviteInfoView,
  MailProblemView,
  NdaCreatedView,
  NdaSignedView,
  NdaView,
  OwnNdasView,
  OwnNdaView,
  PaymentIntentView,
  RecipientView,
} from './view.js';

const time = nullable(timestamp);
const paymentStatus = oneOf(PAYMENT_STATUSES);
const imageAddress: Schema<string> = textWith({
  format: 'uri-reference',
  description: 'Address of the image, never the image itself',
});

const orderNumber: Schema<string> = textWith({ pattern: '^S-[A-Z2-7]{10}$' });

const recipientSchema: Schema<RecipientView> = objectOf<RecipientView>({
  party: oneOf([1, 2]),
  status: oneOf(RECIPIENT_STATUSES),
  at: time,
  reason: nullable(text),
  nextTryAt: time,
});

const mailProblemSchema: Schema<MailProblemView> = named(
  'MailProblem',
  objectOf<MailProblemView>({
    kind: oneOf(MAIL_KINDS),
    party: oneOf([1, 2]),
    code: text,
    permanent: flag,
    at: timestamp,
  }),
);

const deliverySchema: Schema<DeliveryView> = named(
  'Delivery',
  objectOf<DeliveryView>({
    status: oneOf(DELIVERY_STATUSES),
    error: nullable(text),
    recipients: listOf(recipientSchema),
  }),
);

/** N of the HTTP contract. */
export const ndaSchema: Schema<NdaView> = named(
  'Nda',
  objectOf<NdaView>({
    ...termSchemas,
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
    party2SignatureToken: nullable(
      textWith({ pattern: '^[0-9a-f]{16}$', description: 'A fingerprint, never the token' }),
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
    orderNumber,
    amountDue: cents,
    refundDue: cents,
    agreementHash: sha256,
    templateVersion: text,
    revision: count,
    invitationStatus: oneOf(INVITATION_STATUSES),
    invitationOpenedAt: time,
    lastReminderAt: time,
    remindersDeclined: flag,
    invitationsLeft: count,
    addressesLeft: count,
    mailProblems: listOf(mailProblemSchema),
    disputed: listOf(objectOf<DisputeView>({ party: oneOf([1, 2]), at: timestamp })),
    otherDevices: count,
    delivery: deliverySchema,
  }),
);

export const ndaCreatedSchema: Schema<NdaCreatedView> = named(
  'NdaCreated',
  objectOf<NdaCreatedView>({ id: uuid, receipt: receiptSchema }),
);

export const ndaSignedSchema: Schema<NdaSignedView> = named(
  'NdaSigned',
  objectOf<NdaSignedView>({ ...membersOf(ndaSchema), receipt: receiptSchema }),
);

const nda = membersOf(ndaSchema);

export const ownNdasSchema: Schema<OwnNdasView> = named(
  'OwnNdas',
  objectOf<OwnNdasView>({
    items: listOf(
      objectOf<OwnNdaView>({
        id: nda.id,
        ideaTitle: nda.ideaTitle,
        party2Name: nda.party2Name,
        status: nda.status,
        signatureMode: nda.signatureMode,
        invitationStatus: nda.invitationStatus,
        paymentStatus: nda.paymentStatus,
        expiresAt: nda.expiresAt,
        createdAt: nda.createdAt,
      }),
      { maxItems: OWN_NDAS_MAX },
    ),
  }),
);

export const inviteInfoSchema: Schema<InviteInfoView> = named(
  'InviteInfo',
  objectOf<InviteInfoView>({
    party2Signature: nothing,
    expiresAt: nda.expiresAt,
    remindersSent: nda.remindersSent,
    status: nda.invitationStatus,
  }),
);

export const continuedSchema: Schema<ContinuedView> = named(
  'Continued',
  objectOf<ContinuedView>({ id: uuid }),
);

export const agreementAnswerSchema = named(
  'AgreementOfNda',
  objectOf<{ agreement: AgreementDocument; agreementHash: string }>({
    agreement: agreementSchema,
    agreementHash: sha256,
  }),
);

export const paymentIntentSchema: Schema<PaymentIntentView> = named(
  'PaymentIntent',
  objectOf<PaymentIntentView>({
    orderNumber,
    clientSecret: text,
    paymentIntentId: text,
    amount: cents,
    currency: literal('EUR'),
    provider: oneOf(['stripe', 'sandbox']),
    publishableKey: text,
  }),
);

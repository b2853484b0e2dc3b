import { agreementSchema } from '../agreement/document.schema.js';
import { LANGUAGES, PAYMENT_STATUSES } from '../enums.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { problemSchema } from '../problem.schema.js';
import { receiptSchema } from '../receipt.schema.js';
import {
  cents,
  flag,
  membersOf,
  named,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  sha256,
  timestamp,
  uuid,
} from '../schema.js';
import {
  type ContinuedView,
  type DeadLinkProblem,
  type DisputeView,
  LINK_NDA_MEMBERS,
  type LinkNdaView,
  type RemoteSignatureView,
  type RemoteSignedView,
  SHARE_FATES,
  type SharePaidView,
  type ShareView,
} from './remote-signature.js';
import { ndaSchema } from './view.schema.js';

const ndaMembers = membersOf(ndaSchema);
type LinkNdaMembers = Parameters<typeof objectOf<LinkNdaView>>[0];

const linkNdaSchema: Schema<LinkNdaView> = named(
  'LinkNda',
  objectOf<LinkNdaView>(
    Object.fromEntries(LINK_NDA_MEMBERS.map((name) => [name, ndaMembers[name]])) as LinkNdaMembers,
  ),
);

const shareSchema: Schema<ShareView> = named(
  'Share',
  objectOf<ShareView>({
    status: oneOf(['none', 'pending', 'succeeded']),
    amount: cents,
    paidAt: nullable(timestamp),
  }),
);

export const remoteSignatureSchema: Schema<RemoteSignatureView> = named(
  'RemoteSignature',
  objectOf<RemoteSignatureView>({
    nda: linkNdaSchema,
    alreadySigned: flag,
    amountDue: cents,
    agreement: agreementSchema,
    agreementHash: sha256,
    expiresAt: nullable(timestamp),
    documentReady: flag,
    payment: nullable(shareSchema),
    waitingFor: nullable(oneOf(['payment', 'document'])),
  }),
);

export const remoteSignedSchema: Schema<RemoteSignedView> = named(
  'RemoteSigned',
  objectOf<RemoteSignedView>({ signedAt: timestamp, receipt: receiptSchema }),
);

export const sharePaidSchema: Schema<SharePaidView> = named(
  'SharePaid',
  objectOf<SharePaidView>({ amountDue: cents, paymentStatus: oneOf(PAYMENT_STATUSES) }),
);

/** The problem of a 410 with one of these codes, which also says what becomes of Party 2's share. */
export const deadLinkSchema = (codes: readonly ErrorCode[]): Schema<DeadLinkProblem> =>
  objectOf<DeadLinkProblem>({
    ...membersOf(problemSchema(codes.filter((code) => ERRORS[code].status === 410))),
    share: nullable(oneOf(SHARE_FATES)),
  });

export const disputeSchema: Schema<DisputeView> = named(
  'Dispute',
  objectOf<DisputeView>({
    language: oneOf(LANGUAGES),
    signedAt: timestamp,
    disputedAt: nullable(timestamp),
  }),
);

export const continuedSchema: Schema<ContinuedView> = named(
  'Continued',
  objectOf<ContinuedView>({ id: uuid }),
);

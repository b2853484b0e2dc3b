import { agreementSchema } from '../agreement/document.js';
import { LANGUAGES, PAYMENT_STATUSES } from '../enums.js';
import { ERRORS, type ErrorCode } from '../errors.js';
import { problemMembers } from '../problem.js';
import { receiptSchema } from '../receipt.js';
import {
  cents,
  described,
  flag,
  namedObject,
  nullable,
  objectOf,
  oneOf,
  picked,
  timestamp,
  type ViewOf,
} from '../schema.js';
import { ndaMembers } from './view.js';

/**
 * The members of the NDA's view (`N`) that Party 2 sees. The list names the visible members, so that a new
 * member of `N` stays hidden from Party 2 (rule:link-shows-a-list).
 */
export const LINK_NDA_MEMBERS = [
  'id',
  'language',
  'ideaTitle',
  'ideaDescription',
  'party1Name',
  'party1Company',
  'party1SignedAt',
  'party2Name',
  'party2Email',
  'party2Company',
  'party2SignedAt',
  'duration',
  'geographicScope',
  'permittedDisclosures',
  'penaltyClause',
  'returnOfMaterials',
  'signatureMode',
  'status',
  'createdAt',
] as const satisfies readonly (keyof typeof ndaMembers)[];

const linkNdaSchema = namedObject('LinkNda', picked(ndaMembers, LINK_NDA_MEMBERS));
export interface LinkNdaView extends ViewOf<typeof linkNdaSchema> {}

const shareSchema = namedObject('Share', {
  status: described(
    '`pending` means that an intent is open, paid or not',
    oneOf(['none', 'pending', 'succeeded']),
  ),
  amount: cents,
  paidAt: nullable(timestamp),
});
/** State of Party 2's own share. */
export interface ShareView extends ViewOf<typeof shareSchema> {}

export const remoteSignatureSchema = namedObject('RemoteSignature', {
  nda: linkNdaSchema,
  alreadySigned: flag,
  amountDue: described('Cents that Party 2 still owes', cents),
  agreement: agreementSchema,
  agreementHash: ndaMembers.agreementHash,
  expiresAt: nullable(timestamp),
  documentReady: flag,
  payment: described('Null if Party 2 never has to pay anything', nullable(shareSchema)),
  untrustedSince: ndaMembers.untrustedSince,
  waitingFor: described(
    "Set after Party 2's signature. `payment` waits for Party 1's share, `document` waits until the document is made",
    nullable(oneOf(['payment', 'document'])),
  ),
});
/** `GET /api/remote-signature/{token}` */
export interface RemoteSignatureView extends ViewOf<typeof remoteSignatureSchema> {}

export const remoteSignedSchema = namedObject('RemoteSigned', {
  signedAt: timestamp,
  receipt: receiptSchema,
});
/** `POST /api/remote-signature/{token}/sign` */
export interface RemoteSignedView extends ViewOf<typeof remoteSignedSchema> {}

export const sharePaidSchema = namedObject('SharePaid', {
  amountDue: cents,
  paymentStatus: oneOf(PAYMENT_STATUSES),
});
/** The response to Party 2's `apply-voucher` and `confirm-payment`. */
export interface SharePaidView extends ViewOf<typeof sharePaidSchema> {}

export const SHARE_FATES = ['refund', 'credit'] as const;
const shareFate = described(
  'Whether a share that Party 2 paid is refunded or credited, if its link ended before Party 2 signed. Null if nothing was paid, or if nothing can be changed in the agreement at the moment',
  nullable(oneOf(SHARE_FATES)),
);
export type ShareFate = ViewOf<typeof shareFate>;

/**
 * Returns the schema of the problem in a 410 response with one of `codes`. Codes with another status are left
 * out. The problem also says what happens to Party 2's share.
 */
export const deadLinkSchema = (codes: readonly ErrorCode[]) =>
  objectOf({
    ...problemMembers(codes.filter((code) => ERRORS[code].status === 410)),
    share: shareFate,
  });
/** The problem in a 410 response for a signing link. */
export interface DeadLinkProblem extends ViewOf<ReturnType<typeof deadLinkSchema>> {}

export const disputeSchema = namedObject('Dispute', {
  language: oneOf(LANGUAGES),
  signedAt: described(
    'Null only while the agreement cannot be changed and the part of its history that counts lacks the signature',
    nullable(timestamp),
  ),
  disputedAt: nullable(timestamp),
});
/** `GET` and `POST /api/disputes/{token}` */
export interface DisputeView extends ViewOf<typeof disputeSchema> {}

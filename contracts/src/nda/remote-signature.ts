import type { AgreementDocument } from '../agreement/document.js';
import type { Language, PaymentStatus } from '../enums.js';
import type { ProblemDetails } from '../problem.js';
import type { Receipt } from '../receipt.js';
import type { NdaView } from './view.js';

/**
 * What Party 2 reads of an NDA: a list of what is shown, so that a new member of N is not shown by itself
 * (rule:link-shows-a-list).
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
] as const satisfies readonly (keyof NdaView)[];

export type LinkNdaView = Pick<NdaView, (typeof LINK_NDA_MEMBERS)[number]>;

/** Where Party 2's own share stands. */
export interface ShareView {
  /** `pending`: there is an open intent, paid or not. */
  status: Extract<PaymentStatus, 'none' | 'pending' | 'succeeded'>;
  /** Cents. */
  amount: number;
  paidAt: string | null;
}

/** `GET /api/remote-signature/{token}`. Absent values are null; times are ISO 8601 UTC. */
export interface RemoteSignatureView {
  nda: LinkNdaView;
  alreadySigned: boolean;
  /** Cents that Party 2 still owes. */
  amountDue: number;
  agreement: AgreementDocument;
  agreementHash: string;
  expiresAt: string | null;
  documentReady: boolean;
  /** Null where nothing is ever due from Party 2. */
  payment: ShareView | null;
  /** After Party 2's signature: for Party 1's share, or for the making of the document. */
  waitingFor: 'payment' | 'document' | null;
}

/** `POST /api/remote-signature/{token}/sign`. */
export interface RemoteSignedView {
  signedAt: string;
  receipt: Receipt;
}

/** What `apply-voucher` and `confirm-payment` of Party 2 answer. */
export interface SharePaidView {
  amountDue: number;
  paymentStatus: PaymentStatus;
}

/** What becomes of a share that Party 2 has paid when its link ends unsigned; null where nothing was paid. */
export const SHARE_FATES = ['refund', 'credit'] as const;
export type ShareFate = (typeof SHARE_FATES)[number] | null;

/** A 410 of a signing link. */
export interface DeadLinkProblem extends ProblemDetails {
  share: ShareFate;
}

/** `GET` and `POST /api/disputes/{token}`. */
export interface DisputeView {
  language: Language;
  signedAt: string;
  disputedAt: string | null;
}

/** `POST /api/continue/{token}`. */
export interface ContinuedView {
  /** Of the NDA that this browser may open now. */
  id: string;
}

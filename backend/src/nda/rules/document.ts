import type { NdaStatus, PaymentStatus } from '@siegel/contracts/enums';
import { RuleBroken } from '../../platform/rule-broken.js';
import type { NdaState } from '../nda.state.js';
import { overallPaymentStatus } from './price.js';

// When there is a document, who may have it, and to whom it is owed. All pure.

/** What decides about the document. A row of the read model has both fields as it is. */
export interface DocumentBasis {
  readonly status: NdaStatus | 'none';
  readonly paymentStatus: PaymentStatus;
}

export const documentBasisOf = (state: NdaState): DocumentBasis => ({
  status: state.status,
  paymentStatus: overallPaymentStatus(state),
});

/** Both have signed. */
export const isComplete = ({ status }: Pick<DocumentBasis, 'status'>): boolean =>
  status === 'completed' || status === 'sent';

const isPaid = ({ paymentStatus }: DocumentBasis): boolean => paymentStatus === 'succeeded';

/** There is to be a document: it is made as of the moment at which this became true. */
export const isCompleteAndPaid = (nda: DocumentBasis): boolean => isComplete(nda) && isPaid(nda);

/** @throws RuleBroken not_completed (looked at first), payment_required */
export function requireCompleteAndPaid(nda: DocumentBasis): void {
  if (!isComplete(nda)) throw new RuleBroken('not_completed');
  if (!isPaid(nda)) throw new RuleBroken('payment_required');
}

/**
 * The document is for those who paid; the admin may have it once both have signed
 * (rule:pdf-for-those-who-paid).
 * @throws RuleBroken not_completed, payment_required
 */
export function requireDocumentFor(reader: 'party1' | 'admin', nda: DocumentBasis): void {
  if (reader !== 'admin') requireCompleteAndPaid(nda);
  else if (!isComplete(nda)) throw new RuleBroken('not_completed');
}

/** Signed by both, paid, and not sent yet: the document is owed (rule:completed-and-paid-is-sending). */
export const documentIsOwed = (nda: DocumentBasis): boolean =>
  isCompleteAndPaid(nda) && nda.status !== 'sent';

/** The document is owed to both parties, and nothing bars its delivery. */
export const isDeliverable = (state: NdaState): boolean =>
  documentIsOwed(documentBasisOf(state)) && state.erasedAt === null && !state.discarded;

import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaState } from '../nda.state.js';
import { overallPaymentStatus, type PricedState } from './price.js';

// Decides when an NDA has a document, and who may read it. All pure.

/** True if both parties have signed. */
export const isComplete = ({ status }: Pick<NdaState, 'status'>): boolean =>
  status === 'completed' || status === 'sent';

const isPaid = (nda: PricedState): boolean => overallPaymentStatus(nda) === 'succeeded';

/**
 * True if the NDA should have a document. The document shows the NDA as of the moment at which this condition
 * became true.
 */
export const isCompleteAndPaid = (nda: PricedState): boolean => isComplete(nda) && isPaid(nda);

/** @throws RuleBroken not_completed (checked first), payment_required */
export function requireCompleteAndPaid(nda: PricedState): void {
  if (!isComplete(nda)) throw new RuleBroken('not_completed');
  if (!isPaid(nda)) throw new RuleBroken('payment_required');
}

/**
 * A party gets the document once both parties have signed and everything is paid. The admin gets the document
 * once both parties have signed (rule:pdf-for-those-who-paid).
 * @throws RuleBroken not_completed, payment_required
 */
export function requireDocumentFor(reader: 'party1' | 'admin', nda: PricedState): void {
  if (reader !== 'admin') requireCompleteAndPaid(nda);
  else if (!isComplete(nda)) throw new RuleBroken('not_completed');
}

/**
 * True if both parties have signed, everything is paid, and the document is not sent yet
 * (rule:completed-and-paid-is-sending).
 */
export const documentIsOwed = (nda: PricedState): boolean => isCompleteAndPaid(nda) && nda.status !== 'sent';

/** True if the document is owed and the NDA is neither erased nor discarded. */
export const isDeliverable = (state: NdaState): boolean =>
  documentIsOwed(state) && state.erasedAt === null && !state.discarded;

import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { WithdrawalState } from '../withdrawal.state.js';

type Standing = Pick<
  WithdrawalState,
  'declaredAt' | 'receipt' | 'receiptSentAt' | 'lastCode' | 'keyDestroyedAt'
>;

/**
 * Whether the receipt of a withdrawal is still to be sent (rule:withdrawal-receipt): from the declaration on,
 * unless it was withheld then, with no end but acceptance, two weeks of refusals, or the end of what it would say. Pure.
 */
export const isReceiptOwed = ({
  declaredAt,
  receipt,
  receiptSentAt,
  lastCode,
  keyDestroyedAt,
}: Standing): boolean =>
  declaredAt !== null &&
  receipt !== 'withheld' &&
  receiptSentAt === null &&
  keyDestroyedAt === null &&
  !isGivenUp(lastCode);

import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { WithdrawalState } from '../withdrawal.state.js';

type ReceiptFields = Pick<
  WithdrawalState,
  'declaredAt' | 'receipt' | 'receiptSentAt' | 'lastCode' | 'keyDestroyedAt'
>;

/**
 * True while the receipt of a withdrawal is owed (rule:withdrawal-receipt). The receipt is owed from the
 * declaration on, unless the declaration withholds it. The receipt is no longer owed once the mail provider
 * has accepted it, once the provider has refused it for two weeks, or once its content was erased. Pure.
 */
export const isReceiptOwed = ({
  declaredAt,
  receipt,
  receiptSentAt,
  lastCode,
  keyDestroyedAt,
}: ReceiptFields): boolean =>
  declaredAt !== null &&
  receipt !== 'withheld' &&
  receiptSentAt === null &&
  keyDestroyedAt === null &&
  !isGivenUp(lastCode);

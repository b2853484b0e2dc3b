import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawal/withdrawal.events.js';
import type { KeyEraser } from './erase-key.js';
import type { VoucherKeyEraser } from './erase-voucher-key.js';
import type { WithdrawalKeyEraser } from './erase-withdrawal-key.js';
import type { ListedErasure } from './erasure-list.js';

/** Of each kind of stream that has a key. */
export interface AgainErasers {
  readonly ndas: Pick<KeyEraser, 'eraseAgain'>;
  readonly vouchers: Pick<VoucherKeyEraser, 'eraseAgain'>;
  readonly withdrawals: Pick<WithdrawalKeyEraser, 'eraseAgain'>;
}

/** What is missing of an erasure is done again, in the way of its stream (rule:erasures-survive-a-restore). */
export function eraseAgain(
  { ndas, vouchers, withdrawals }: AgainErasers,
  erasure: ListedErasure,
): Promise<void> {
  if (erasure.stream.startsWith(NDA_STREAM_PREFIX)) return ndas.eraseAgain(erasure);
  const isWithdrawal = erasure.stream.startsWith(WITHDRAWAL_STREAM_PREFIX);
  return (isWithdrawal ? withdrawals : vouchers).eraseAgain(erasure);
}

import { DAY_MS } from '@siegel/contracts/limits';
import type { VoucherState } from '../voucher.state.js';

type Times = Pick<VoucherState, 'issued' | 'deletedAt' | 'usedAt' | 'expiresAt'>;

/**
 * True if the voucher's code and recipient are no longer needed (rule:voucher-key-goes). This is the case if
 * the voucher was deleted, or if it was used or expired at least `days` days ago. Pure.
 * @param at now, ISO 8601 UTC
 */
export function isRetentionOver(
  { issued, deletedAt, usedAt, expiresAt }: Times,
  at: string,
  days: number,
): boolean {
  if (!issued) return false;
  return deletedAt !== null || Date.parse(at) >= Date.parse(usedAt ?? expiresAt) + days * DAY_MS;
}

import { OWED_BY_CLOSED_NDAS } from '../erasure/erase-when-opened.js';
import type { ObligationQuery } from '../obligations/owed.js';
import type { Config } from '../platform/config/config.js';
import { OWED_REPAIR } from '../proof/endless/tampered-streams.js';
import { OWED_SETTLEMENTS, owedKeysOfVouchers } from '../vouchers/owed-by-vouchers.js';
import { OPEN_WITHDRAWALS, OWED_RECEIPTS, owedWithdrawalKeys } from '../withdrawals/owed-withdrawals.js';

/**
 * Returns the queries for obligations that are not in the streams of NDAs: the obligations of vouchers and
 * withdrawals, the erasures of closed NDAs, and the repair of streams that somebody tampered with.
 */
export const otherObligationQueries = ({
  voucherDays,
  withdrawalDays,
}: Pick<Config['retention'], 'voucherDays' | 'withdrawalDays'>): readonly ObligationQuery[] =>
  [
    OWED_SETTLEMENTS,
    owedKeysOfVouchers(voucherDays),
    OPEN_WITHDRAWALS,
    OWED_RECEIPTS,
    owedWithdrawalKeys('$1::timestamptz', withdrawalDays),
    OWED_REPAIR,
    OWED_BY_CLOSED_NDAS,
  ].map((sql) => ({ sql }));

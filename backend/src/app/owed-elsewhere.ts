import { owedVoucherKeys } from '../vouchers/owed-voucher-keys.js';
import { REDEEMED_VOUCHERS } from '../vouchers/redeemed-vouchers.js';
import type { OwedElsewhere } from '../obligations/owed.js';
import { doesNotPay } from '../agreements/owed/paying-voucher.js';
import { SETTLE_VOUCHER_TASK } from '../payments/settle-redeemed-vouchers.js';
import { jobsOf } from '../platform/jobs/waiting-jobs.js';
import { isoText } from '../platform/postgres/iso-text.js';
import { OPEN_WITHDRAWALS, OWED_RECEIPTS, owedWithdrawalKeys } from '../withdrawals/owed-withdrawals.js';
import type { Config } from '../platform/config/config.js';

/**
 * Vouchers that are taken for a party for whom they do not pay yet. Two streams say so together, and no index: the
 * jobs that are to settle them name them, and each that is owed has one or is given one (rule:voucher-redeem-then-pay).
 * `OFFSET 0` has each looked up by its key.
 */
const SETTLEMENTS: OwedElsewhere = {
  sql: `SELECT taken."redeemedBy" AS id, 'settlement' AS kind, taken."ndaId" AS nda_id, taken.party,
      taken."voucherId" AS reference, NULL::integer AS amount, NULL::text AS currency,
      ${isoText('taken.used_at')} AS since, job.attempts, job.error AS last_error, ${isoText('job.run_at')} AS next_try_at
    FROM (${jobsOf(`'${SETTLE_VOUCHER_TASK}'`)}) job CROSS JOIN LATERAL
      (SELECT * FROM (${REDEEMED_VOUCHERS}) known WHERE "voucherId" = job.payload ->> 'voucherId' OFFSET 0) taken
    WHERE taken."redeemedBy" IS NOT NULL AND ${doesNotPay('taken."ndaId"', 'taken.party', 'taken."voucherId"')}`,
};

const voucherKeys = (days: number): OwedElsewhere => ({
  sql: `SELECT event AS id, 'key-destruction' AS kind, NULL::uuid AS nda_id, NULL::integer AS party,
      "voucherId" AS reference, NULL::integer AS amount, NULL::text AS currency, since, 0 AS attempts,
      NULL::text AS last_error, NULL::text AS next_try_at
    FROM (${owedVoucherKeys('$1::timestamptz', days)}) owed WHERE event IS NOT NULL`,
});

/** What is owed outside of NDAs' streams: of vouchers and of withdrawals. */
export const owedElsewhere = ({
  voucherDays,
  withdrawalDays,
}: Pick<Config['retention'], 'voucherDays' | 'withdrawalDays'>): readonly OwedElsewhere[] => [
  SETTLEMENTS,
  voucherKeys(voucherDays),
  { sql: OPEN_WITHDRAWALS },
  { sql: OWED_RECEIPTS },
  { sql: owedWithdrawalKeys('$1::timestamptz', withdrawalDays) },
];

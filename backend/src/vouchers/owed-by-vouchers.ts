import { doesNotPay } from '../agreements/owed/paying-voucher.js';
import { SETTLE_VOUCHER_TASK } from '../payments/settle-redeemed-vouchers.js';
import { jobsOf } from '../platform/jobs/waiting-jobs.js';
import { isoText } from '../platform/postgres/iso-text.js';
import { owedVoucherKeys } from './owed-voucher-keys.js';
import { REDEEMED_VOUCHERS } from './redeemed-vouchers.js';

/**
 * Vouchers that are taken for a party for whom they do not pay yet, as SQL. Two streams say so together, and no index:
 * the jobs that are to settle them name them, and each that is owed has one or is given one
 * (rule:voucher-redeem-then-pay). `OFFSET 0` has each looked up by its key.
 */
export const OWED_SETTLEMENTS = `SELECT taken."redeemedBy" AS id, 'settlement' AS kind, taken."ndaId" AS nda_id, taken.party,
    taken."voucherId" AS reference, NULL::integer AS amount, NULL::text AS currency,
    ${isoText('taken.used_at')} AS since, job.attempts, job.error AS last_error, ${isoText('job.run_at')} AS next_try_at
  FROM (${jobsOf(`'${SETTLE_VOUCHER_TASK}'`)}) job CROSS JOIN LATERAL
    (SELECT * FROM (${REDEEMED_VOUCHERS}) known WHERE "voucherId" = job.payload ->> 'voucherId' OFFSET 0) taken
  WHERE taken."redeemedBy" IS NOT NULL AND ${doesNotPay('taken."ndaId"', 'taken.party', 'taken."voucherId"')}`;

/** Keys of vouchers that are to be destroyed, as SQL; `$1` is the time now. @param days of retention */
export const owedKeysOfVouchers = (days: number): string => `SELECT event AS id, 'key-destruction' AS kind,
    NULL::uuid AS nda_id, NULL::integer AS party, "voucherId" AS reference, NULL::integer AS amount,
    NULL::text AS currency, since, 0 AS attempts, NULL::text AS last_error, NULL::text AS next_try_at
  FROM (${owedVoucherKeys('$1::timestamptz', days)}) owed WHERE event IS NOT NULL`;

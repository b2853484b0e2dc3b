import { doesNotPay } from '../agreements/owed/paying-voucher.js';
import { SETTLE_VOUCHER_TASK } from '../payments/settle-redeemed-vouchers.js';
import { closedError, STREAM_UNTRUSTED } from '../closed-streams/closed-error.js';
import { jobsOf } from '../platform/jobs/waiting-jobs.js';
import { isoText } from '../platform/postgres/iso-text.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { owedVoucherKeys } from './owed-voucher-keys.js';
import { REDEEMED_VOUCHERS } from './redeemed-vouchers.js';

/**
 * An SQL query for redeemed vouchers that have not paid for their party yet. Only the voucher's stream and
 * the NDA's stream together show whether a voucher has paid, so no index can show it. The query therefore
 * starts from the jobs that settle vouchers. Each redeemed voucher that has not paid has such a job or gets
 * one (rule:voucher-redeem-then-pay). `OFFSET 0` makes the database look up each voucher by its key. An ended
 * voucher never pays (rule:ended-streams-owe-until-a-word); `$2` is what the records say about ended streams
 * (`EndedFacts`).
 */
export const OWED_SETTLEMENTS = `SELECT taken."redeemedBy" AS id, 'settlement' AS kind, taken."ndaId" AS nda_id, taken.party,
    taken."voucherId" AS reference, NULL::integer AS amount, NULL::text AS currency,
    ${isoText('taken.used_at')} AS since, job.attempts,
    CASE WHEN job.parked_for IS NULL THEN job.error ELSE '${STREAM_UNTRUSTED}' END AS last_error, CASE WHEN job.parked_for IS NULL THEN ${isoText('job.run_at')} END AS next_try_at
  FROM (${jobsOf(`'${SETTLE_VOUCHER_TASK}'`)}) job CROSS JOIN LATERAL
    (SELECT * FROM (${REDEEMED_VOUCHERS}) known WHERE "voucherId" = job.payload ->> 'voucherId' OFFSET 0) taken
  WHERE taken."redeemedBy" IS NOT NULL AND NOT $2::jsonb -> 'ended' ? ('${VOUCHER_STREAM_PREFIX}' || taken."voucherId")
    AND ${doesNotPay('taken."ndaId"', 'taken.party', 'taken."voucherId"')}`;

/**
 * Returns an SQL query for keys of vouchers that are due for destruction; `$1` is the present time, `$2` the
 * same as above.
 * @param days number of days for which a used or expired voucher keeps its code
 */
export const owedKeysOfVouchers = (days: number): string => `SELECT event AS id, 'key-destruction' AS kind,
    NULL::uuid AS nda_id, NULL::integer AS party, "voucherId" AS reference, NULL::integer AS amount,
    NULL::text AS currency, since, 0 AS attempts, ${closedError(`'erase:${VOUCHER_STREAM_PREFIX}' || "voucherId"`)} AS last_error,
    NULL::text AS next_try_at
  FROM (${owedVoucherKeys('$1::timestamptz', days)}) owed
  WHERE event IS NOT NULL AND NOT $2::jsonb -> 'withoutKey' ? ('${VOUCHER_STREAM_PREFIX}' || "voucherId")`;

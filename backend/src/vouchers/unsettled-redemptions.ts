import type { Pool } from 'pg';
import { REDEEMED_VOUCHERS, voucherIds } from './redeemed-vouchers.js';
import { doesNotPay } from '../agreements/owed/paying-voucher.js';
import type { FindUnsettled } from '../payments/owed-settlements.sweep.js';
import type { Redemption } from '../payments/voucher-redemption.js';

/**
 * Finds redeemed vouchers that have not paid for their party yet, for instance because another payment
 * counted first. `OFFSET 0` makes the database look up each voucher by its key.
 */
export const unsettledRedemptions = (pool: Pool): FindUnsettled => ({
  ids: (after, limit) => voucherIds(pool, after, limit),
  find: async (since, ids) => {
    const { rows } = await pool.query<Redemption>(
      `SELECT "voucherId", "ndaId", party FROM (
         SELECT * FROM (${REDEEMED_VOUCHERS}) taken WHERE used_at >= $1
         UNION SELECT taken.* FROM unnest($2::text[]) AS looked(id)
           CROSS JOIN LATERAL (SELECT * FROM (${REDEEMED_VOUCHERS}) known WHERE "voucherId" = looked.id OFFSET 0) taken) redeemed
       WHERE ${doesNotPay('redeemed."ndaId"', 'redeemed.party', 'redeemed."voucherId"')}`,
      [since, ids],
    );
    return rows;
  },
});

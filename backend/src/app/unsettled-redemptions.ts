import type { Pool } from 'pg';
import { REDEEMED_VOUCHERS, voucherIds } from '../admin/redeemed-vouchers.js';
import type { FindUnsettled } from '../payments/owed-settlements.sweep.js';
import type { Redemption } from '../payments/voucher-redemption.js';
import { nothingCountsYet } from '../wizard/nda-obligations.js';

/** Vouchers that are taken for a party for whom nothing counts yet. */
export const unsettledRedemptions = (pool: Pool): FindUnsettled => ({
  ids: (after, limit) => voucherIds(pool, after, limit),
  find: async (since, ids) => {
    const { rows } = await pool.query<Redemption>(
      `SELECT "voucherId", "ndaId", party FROM (
         SELECT * FROM (${REDEEMED_VOUCHERS}) taken WHERE used_at >= $1
         UNION SELECT * FROM (${REDEEMED_VOUCHERS}) taken WHERE "voucherId" = ANY ($2::text[])) redeemed
       WHERE ${nothingCountsYet('redeemed."ndaId"', 'redeemed.party')}`,
      [since, ids],
    );
    return rows;
  },
});

import type { Pool } from 'pg';
import { REDEEMED_VOUCHERS } from '../admin/redeemed-vouchers.js';
import type { Redemption } from '../payments/voucher-redemption.js';
import { nothingCountsYet } from '../wizard/nda-obligations.js';

/** Vouchers that are taken for a party for whom nothing counts yet, the longest taken first. */
export async function unsettledRedemptions(pool: Pool, limit: number): Promise<readonly Redemption[]> {
  const { rows } = await pool.query<Redemption>(
    `SELECT "voucherId", "ndaId", party FROM (${REDEEMED_VOUCHERS}) redeemed
     WHERE ${nothingCountsYet('redeemed."ndaId"', 'redeemed.party')} ORDER BY used_at LIMIT $1`,
    [limit],
  );
  return rows;
}

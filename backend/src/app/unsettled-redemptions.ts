import type { Pool } from 'pg';
import { REDEEMED_VOUCHERS } from '../admin/redeemed-vouchers.js';
import type { Redemption } from '../payments/voucher-redemption.js';
import { nothingCountsYet } from '../wizard/nda-obligations.js';

/** Vouchers that are taken for a party for whom nothing counts yet, in the order of their ids. */
export async function unsettledRedemptions(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<readonly Redemption[]> {
  const { rows } = await pool.query<Redemption>(
    `SELECT "voucherId", "ndaId", party FROM (${REDEEMED_VOUCHERS}) redeemed
     WHERE ${nothingCountsYet('redeemed."ndaId"', 'redeemed.party')} AND ($1::text IS NULL OR "voucherId" > $1)
     ORDER BY "voucherId" LIMIT $2`,
    [after ?? null, limit],
  );
  return rows;
}

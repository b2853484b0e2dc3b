import type { Pool } from 'pg';

/**
 * An SQL query for redeemed vouchers, including deleted ones. Its columns are `"voucherId"`, `"ndaId"`,
 * `party`, `used_at` and `"redeemedBy"`, which is the id of the event that redeemed the voucher. app/ uses
 * the query to find redemptions without a payment.
 */
export const REDEEMED_VOUCHERS = `SELECT id AS "voucherId", used_by_nda_id AS "ndaId", used_by_party AS party, used_at,
  redeemed_by_event AS "redeemedBy"
  FROM vouchers WHERE is_used`;

/** Returns ids of vouchers in order, beginning after the given id. */
export async function voucherIds(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM vouchers WHERE ($1::text IS NULL OR id > $1) ORDER BY id LIMIT $2',
    [after ?? null, limit],
  );
  return rows.map(({ id }) => id);
}

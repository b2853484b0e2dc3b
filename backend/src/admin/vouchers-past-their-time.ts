import type { Pool } from 'pg';

/**
 * Ids of vouchers that were deleted, or were used or expired before that time, and whose key was not destroyed
 * yet (rule:voucher-key-goes), in the order of the ids.
 */
export async function vouchersPastTheirTime(
  pool: Pool,
  before: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    // Each part has an index of its own, which holds no voucher whose key is gone.
    `SELECT id FROM (
       SELECT id FROM vouchers WHERE key_destroyed_at IS NULL AND deleted_at IS NOT NULL
       UNION SELECT id FROM vouchers WHERE key_destroyed_at IS NULL AND used_at IS NOT NULL AND used_at <= $1
       UNION SELECT id FROM vouchers WHERE key_destroyed_at IS NULL AND used_at IS NULL AND expires_at <= $1) due
     WHERE $2::text IS NULL OR id > $2 ORDER BY id LIMIT $3`,
    [before, after ?? null, limit],
  );
  return rows.map(({ id }) => id);
}

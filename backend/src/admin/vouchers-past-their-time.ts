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
    `SELECT id FROM vouchers
     WHERE key_destroyed_at IS NULL AND (deleted_at IS NOT NULL OR coalesce(used_at, expires_at) <= $1)
       AND ($2::text IS NULL OR id > $2)
     ORDER BY id LIMIT $3`,
    [before, after ?? null, limit],
  );
  return rows.map(({ id }) => id);
}

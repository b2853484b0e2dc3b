import type { Pool } from 'pg';

/**
 * Ids of vouchers that were deleted, or were used or expired before that time, and whose key was not destroyed
 * yet (rule:voucher-key-goes); the oldest first.
 */
export async function vouchersPastTheirTime(
  pool: Pool,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM vouchers
     WHERE key_destroyed_at IS NULL AND (deleted_at IS NOT NULL OR coalesce(used_at, expires_at) <= $1)
     ORDER BY created_at LIMIT $2`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

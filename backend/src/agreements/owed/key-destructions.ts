import type { Pool } from 'pg';
import { KEY_OWED } from '../agreement.entity.js';

/** NDAs that are erased and whose key is not destroyed as far as recorded, in the order of their ids. */
export async function ndasOwingKeyDestruction(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ndas WHERE ${KEY_OWED} AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
    [after ?? null, limit],
  );
  return rows;
}

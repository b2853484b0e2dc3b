import type { Pool } from 'pg';
import { living } from '../living.js';

/** NDAs that are paid for signing by link and whose Party 2 was never invited, in the order of their ids. */
export async function ndasOwingInvitations(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ${living()} WHERE invite_owed AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
    [after ?? null, limit],
  );
  return rows;
}

import type { Pool } from 'pg';

/** So many of the newest agreements are looked at. */
const LOOKED_AT = 20;

/** Ids of those of the newest agreements that Party 1 has signed. */
export async function newestSignedNdas(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM
       (SELECT id, party1_signed_at FROM ndas WHERE NOT discarded ORDER BY created_at DESC, id DESC LIMIT $1) AS newest
     WHERE party1_signed_at IS NOT NULL`,
    [LOOKED_AT],
  );
  return rows.map(({ id }) => id);
}

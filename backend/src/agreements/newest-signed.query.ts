import type { Pool } from 'pg';
import { livingNdas } from './living-ndas.js';

/** The query looks only at this many of the newest agreements. */
const LOOKED_AT = 20;

/** Returns the ids of agreements that Party 1 has signed, from among the newest `LOOKED_AT` agreements. */
export async function newestSignedNdas(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM
       (SELECT id, state #>> '{party1,at}' AS signed_at FROM ${livingNdas()} WHERE NOT discarded ORDER BY created_at DESC, id DESC LIMIT $1) AS newest
     WHERE signed_at IS NOT NULL`,
    [LOOKED_AT],
  );
  return rows.map(({ id }) => id);
}

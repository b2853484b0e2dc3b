import type { Pool } from 'pg';
import { livingNdas } from '../living-ndas.js';

/**
 * Maximum number of rows that are checked for the hash of one token. More than one row means that somebody
 * changed a row.
 */
const FOUND_MAX = 5;

/**
 * Finds the ids of NDAs that a link may lead to.
 * @param tokenHash SHA-256, hexadecimal
 */
export async function ndasOfLink(pool: Pool, tokenHash: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ${livingNdas()} WHERE token_hashes @> $1::jsonb LIMIT ${FOUND_MAX}`,
    [JSON.stringify([tokenHash])],
  );
  return rows.map(({ id }) => id);
}

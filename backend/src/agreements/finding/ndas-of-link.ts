import type { Pool } from 'pg';
import { living } from '../living.js';

/** Rows that may have the hash of one token: more than one was changed by hand. */
const FOUND_MAX = 5;

/**
 * Ids of the NDAs that a link may mean. A backend of the version before writes `signing_links` alone, so that table is
 * asked too as long as there is one.
 * @param tokenHash SHA-256, hexadecimal
 */
export async function ndasOfLink(pool: Pool, tokenHash: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM ${living()} WHERE token_hashes @> $1::jsonb
     UNION SELECT links.id FROM signing_links links JOIN ${living()} ON nda.id = links.id
       WHERE links.token_hashes @> $1::jsonb LIMIT ${FOUND_MAX}`,
    [JSON.stringify([tokenHash])],
  );
  return rows.map(({ id }) => id);
}

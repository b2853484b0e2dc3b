import type { Pool } from 'pg';
import { hasCheckValues } from './check-values.js';

/** Name of the rows about LOG_ADOPTED. */
const NAME = 'adopted';
/** Maximum number of rows that are read. A statement repeats all of them. */
const MOST = 100;

/**
 * Returns the digests of the statements in LOG_ADOPTED with which processes were started on this database. A person
 * who writes rows can remove and invent some, so a row may only refuse a start.
 */
export async function notedAdoptions(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  if (!(await hasCheckValues(pool))) return [];
  const { rows } = await pool.query<{ digest: string }>(
    `SELECT check_value AS digest FROM secret_checks WHERE name = $1 AND check_value ~ '^[0-9a-f]{64}$'
      ORDER BY created_at DESC LIMIT ${MOST}`,
    [NAME],
  );
  return rows.map(({ digest }) => digest);
}

/** Notes the digest of the statement with which this process is started. */
export const noteAdoption = (pool: Pick<Pool, 'query'>, digest: string): Promise<unknown> =>
  pool.query(
    'INSERT INTO secret_checks (name, check_value) VALUES ($1, $2) ON CONFLICT (name, check_value) DO NOTHING',
    [NAME, digest],
  );

import type { Pool } from 'pg';

/** Most missing keys that are counted: an operator needs to know that there are many, not how many. */
export const COUNTED_MAX = 1000;

/**
 * Selects a value instead of `EXISTS`, which PostgreSQL may answer for many subjects by reading all keys
 * there ever were.
 */
const KNOWN = (subject: string): string =>
  `((SELECT true FROM vault_keys WHERE vault_keys.subject = ${subject}) IS TRUE)`;

/** True if this database has, or had, any key. */
export async function holdsKeys(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM vault_keys) AS any');
  return rows[0]?.any === true;
}

/**
 * Records the subjects that have neither a key nor a tombstone, though each begins with its key
 * (rule:missing-is-not-erased). Safe to repeat.
 */
export async function noteMissingKeys(pool: Pool, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await pool.query(
    `INSERT INTO missing_keys (subject) SELECT DISTINCT subject FROM unnest($1::text[]) AS asked(subject)
     WHERE NOT ${KNOWN('asked.subject')} ON CONFLICT DO NOTHING`,
    [subjects],
  );
}

/**
 * Number of recorded keys that are still missing, up to `COUNTED_MAX`: a key that came back, or was
 * destroyed, no longer counts. One count looks up a limited number of keys; those behind them count as
 * missing until their turn comes.
 */
export async function countMissingKeys(pool: Pool): Promise<number> {
  await pool.query(
    `DELETE FROM missing_keys
     WHERE subject IN (SELECT subject FROM missing_keys ORDER BY subject LIMIT ${COUNTED_MAX})
       AND ${KNOWN('missing_keys.subject')}`,
  );
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT FROM missing_keys LIMIT ${COUNTED_MAX}) missing`,
  );
  return rows[0]?.n ?? 0;
}

/** The same count without changes: it reads the recorded subjects until enough of them are missing. */
export async function countMissingKeysReadOnly(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM
       (SELECT FROM missing_keys WHERE NOT ${KNOWN('missing_keys.subject')} LIMIT ${COUNTED_MAX}) missing`,
  );
  return rows[0]?.n ?? 0;
}

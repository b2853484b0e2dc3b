import type { Pool } from 'pg';

/**
 * Limit for counting missing keys. An operator needs to know that many keys are missing, but not how many.
 */
export const COUNTED_MAX = 1000;

/**
 * Returns an SQL condition that is true if the subject has a key or a tombstone. The condition selects a
 * value instead of using `EXISTS`, because PostgreSQL may execute `EXISTS` for many subjects by reading all
 * keys that ever existed.
 */
const KNOWN = (subject: string): string =>
  `((SELECT true FROM vault_keys WHERE vault_keys.subject = ${subject}) IS TRUE)`;

/** True if this database has, or once had, any key. */
export async function holdsKeys(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ any: boolean }>('SELECT EXISTS (SELECT FROM vault_keys) AS any');
  return rows[0]?.any === true;
}

/**
 * Records the subjects that have neither a key nor a tombstone. A stream gets its key before its first event,
 * so the key of such a subject is missing (rule:missing-is-not-erased). Safe to repeat.
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
 * Returns the number of recorded keys that are still missing, at most `COUNTED_MAX`. Each call looks up a
 * limited number of recorded keys. It removes the records of keys that were restored or destroyed. All other
 * recorded keys count as missing until a later call looks them up.
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

/**
 * Like `countMissingKeys`, but changes nothing. Reads recorded subjects until it has found `COUNTED_MAX`
 * missing keys.
 */
export async function countMissingKeysReadOnly(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM
       (SELECT FROM missing_keys WHERE NOT ${KNOWN('missing_keys.subject')} LIMIT ${COUNTED_MAX}) missing`,
  );
  return rows[0]?.n ?? 0;
}

import type { Pool, PoolClient } from 'pg';
import { JOBS_CHANNEL } from './enqueue.js';

/** Number of parked jobs, as `parkedJobs` returns it for one subject. */
export interface Parked {
  readonly subject: string;
  readonly jobs: number;
}

/** Makes all jobs due that are parked for one of these subjects. Returns their number. Safe to repeat. */
export async function releaseJobs(pool: Pool | PoolClient, subjects: readonly string[]): Promise<number> {
  if (subjects.length === 0) return 0;
  const { rows } = await pool.query<{ freed: number }>(
    `WITH freed AS (
       UPDATE owed_jobs SET parked_for = NULL, run_at = now() WHERE parked_for = ANY ($1::text[]) RETURNING id)
     SELECT (SELECT count(*)::int FROM freed) AS freed,
       (SELECT pg_notify('${JOBS_CHANNEL}', '') FROM (SELECT FROM freed LIMIT 1) AS any_freed) AS told`,
    [subjects],
  );
  return rows[0]?.freed ?? 0;
}

/**
 * Returns the subjects for which jobs are parked, with the number of jobs of each, in the order of their names.
 * @param after name after which the page begins
 */
export async function parkedJobs(
  pool: Pool | PoolClient,
  { after = '', limit }: { readonly after?: string; readonly limit: number },
): Promise<readonly Parked[]> {
  const { rows } = await pool.query<Parked>(
    `SELECT parked_for AS subject, count(*)::int AS jobs FROM owed_jobs
     WHERE parked_for IS NOT NULL AND parked_for > $1 GROUP BY parked_for ORDER BY parked_for LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** Deletes all jobs that are parked for one of these subjects, because nothing can be done for it any more. */
export async function dropParkedJobs(pool: Pool | PoolClient, subjects: readonly string[]): Promise<void> {
  await pool.query('DELETE FROM owed_jobs WHERE parked_for = ANY ($1::text[])', [subjects]);
}

import type { Pool, PoolClient } from 'pg';
import type { JobRequest } from './job.js';

export type KeyedJob = JobRequest & { readonly key: string };

/** The queue's largest number; the janitor keeps it from ever being reached. */
export const MAX_ATTEMPTS = 32_767;

/** CTE `requested`: the jobs given as JSON in one parameter. */
export const requested = (parameter: number): string => `requested AS MATERIALIZED (
  SELECT * FROM json_to_recordset($${parameter}::json) AS r(task text, payload json, run_at timestamp with time zone, key text))`;

/**
 * CTE `added`: enqueues what a CTE of that shape holds. A job of the same key that has not begun is replaced.
 */
export const addedFrom = (cte: string): string => `added AS MATERIALIZED (
  SELECT job.id FROM ${cte} AS r
  CROSS JOIN LATERAL graphile_worker.add_job(r.task, r.payload, NULL, r.run_at, ${MAX_ATTEMPTS}, r.key) AS job)`;

export const encodeJobs = (jobs: readonly KeyedJob[]): string =>
  JSON.stringify(
    jobs.map(({ task, payload, key, runAt }) => ({ task, payload, key, run_at: runAt ?? null })),
  );

/** Enqueues jobs in one statement, or in the caller's transaction. */
export async function enqueueJobs(pool: Pool | PoolClient, jobs: readonly KeyedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await pool.query(`WITH ${requested(1)}, ${addedFrom('requested')} SELECT count(id) FROM added`, [
    encodeJobs(jobs),
  ]);
}

/** Enqueues those that have no living job of their key, waiting or in work; returns how many. */
export async function enqueueMissing(pool: Pool | PoolClient, jobs: readonly KeyedJob[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const { rows } = await pool.query<{ added: number }>(
    `WITH ${requested(1)},
     missing AS MATERIALIZED (
       SELECT * FROM requested WHERE NOT EXISTS (
         SELECT 1 FROM graphile_worker._private_jobs j WHERE j.key = requested.key AND j.attempts < j.max_attempts)),
     ${addedFrom('missing')}
     SELECT count(id)::int AS added FROM added`,
    [encodeJobs(jobs)],
  );
  return rows[0]?.added ?? 0;
}

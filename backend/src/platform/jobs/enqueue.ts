import type { Pool, PoolClient } from 'pg';
import { currentWork } from '../async/work.js';
import type { JobCause, JobRequest } from './job.js';

export type KeyedJob = JobRequest & {
  readonly key: string;
  /** True if an old event calls for the job. It then runs after the jobs that new events call for. */
  readonly late?: boolean;
  /** The job's cause. The default is the current work; if there is none, the cause is unknown. */
  readonly cause?: JobCause;
};

/** The notification channel that wakes the workers. A notification's payload is always empty. */
export const JOBS_CHANNEL = 'jobs';

/**
 * CTE `requested`: the jobs in the JSON parameter with this number. If several jobs have the same key, only
 * one of them is used.
 */
export const requested = (parameter: number): string => `requested AS MATERIALIZED (
  SELECT DISTINCT ON (key) task, key, payload, priority, cause
  FROM json_to_recordset($${parameter}::json) AS r(task text, key text, payload jsonb, priority smallint, cause jsonb)
  ORDER BY key)`;

/**
 * CTE `added`: enqueues the jobs of the CTE `cte`, which has the same columns as `requested`. The jobs are
 * enqueued in the order of their keys. Every other statement uses this order too. If a job with the same key
 * is already waiting, that job becomes due at once. If a job with the same key is running, that job runs once
 * more after it has ended. The two runs never overlap.
 */
export const addedFrom = (cte: string): string => `added AS (
  INSERT INTO owed_jobs AS j (task, key, payload, priority, cause) SELECT task, key, payload, priority, cause FROM ${cte}
  ON CONFLICT (key) DO UPDATE SET
    payload = excluded.payload,
    cause = coalesce(excluded.cause, j.cause),
    priority = least(j.priority, excluded.priority),
    run_at = CASE WHEN j.worker IS NULL THEN least(j.run_at, excluded.run_at) ELSE j.run_at END,
    again = j.worker IS NOT NULL
  RETURNING j.id)`;

/** Columns for the final SELECT: the number of enqueued jobs, and a call that notifies the workers. */
export const ADDED = `(SELECT count(id)::int FROM added) AS added,
  (SELECT pg_notify('${JOBS_CHANNEL}', '') FROM (SELECT FROM added LIMIT 1) AS any_added) AS told`;

export const encodeJobs = (jobs: readonly KeyedJob[]): string => {
  const work = currentWork();
  const here = work === undefined ? null : causeOf(work);
  return JSON.stringify(
    jobs.map(({ task, payload, key, late = false, cause = here }) => ({
      task,
      payload,
      key,
      priority: late ? 1 : 0,
      cause,
    })),
  );
};

const causeOf = ({ correlationId, spanId }: JobCause): JobCause => ({
  correlationId,
  ...(spanId === undefined ? {} : { spanId }),
});

/**
 * Enqueues jobs in one statement. If a client is given, the statement is part of that client's transaction.
 */
export async function enqueueJobs(pool: Pool | PoolClient, jobs: readonly KeyedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await pool.query(`WITH ${requested(1)}, ${addedFrom('requested')} SELECT ${ADDED}`, [encodeJobs(jobs)]);
}

/**
 * Enqueues each job, unless a waiting or running job already has its key. Returns the number of enqueued
 * jobs.
 */
export async function enqueueMissing(pool: Pool | PoolClient, jobs: readonly KeyedJob[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const { rows } = await pool.query<{ added: number }>(
    `WITH ${requested(1)},
     added AS (
       INSERT INTO owed_jobs AS j (task, key, payload, priority, cause) SELECT task, key, payload, priority, cause FROM requested
       ON CONFLICT (key) DO NOTHING RETURNING j.id)
     SELECT ${ADDED}`,
    [encodeJobs(jobs)],
  );
  return rows[0]?.added ?? 0;
}

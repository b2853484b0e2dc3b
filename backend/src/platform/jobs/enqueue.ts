import type { Pool, PoolClient } from 'pg';
import { workUnderWay } from '../async/work.js';
import type { JobCause, JobRequest } from './job.js';

export type KeyedJob = JobRequest & {
  readonly key: string;
  /** Called for by an event of long ago: it waits behind what is owed today. */
  readonly late?: boolean;
  /** By default the work that enqueues it, if it is part of any. */
  readonly cause?: JobCause;
};

/** Workers listen to it; what is notified is always the same. */
export const JOBS_CHANNEL = 'jobs';

/** CTE `requested`: the jobs given as JSON in one parameter, one of each key. */
export const requested = (parameter: number): string => `requested AS MATERIALIZED (
  SELECT DISTINCT ON (key) task, key, payload, priority, cause
  FROM json_to_recordset($${parameter}::json) AS r(task text, key text, payload jsonb, priority smallint, cause jsonb)
  ORDER BY key)`;

/**
 * CTE `added`: enqueues what a CTE of that shape holds, in the order of the keys, as every other does.
 * One that waits is due at once; one that is in work is done once more when that has ended, never beside it.
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

/** How many were enqueued; also tells the workers. To stand in the final SELECT. */
export const ADDED = `(SELECT count(id)::int FROM added) AS added,
  (SELECT pg_notify('${JOBS_CHANNEL}', '') FROM (SELECT FROM added LIMIT 1) AS any_added) AS told`;

export const encodeJobs = (jobs: readonly KeyedJob[]): string => {
  const work = workUnderWay();
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

/** Enqueues jobs in one statement, or in the caller's transaction. */
export async function enqueueJobs(pool: Pool | PoolClient, jobs: readonly KeyedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await pool.query(`WITH ${requested(1)}, ${addedFrom('requested')} SELECT ${ADDED}`, [encodeJobs(jobs)]);
}

/** Enqueues those that have no job of their key, waiting or in work; returns how many. */
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

import type { Pool } from 'pg';
import { HOLDERS } from './holders.js';
import { FAILED, PARKED, WAITING } from './job.entity.js';

/**
 * Highest number of waiting, of failed and of parked jobs that `jobFigures` counts for a task. A count that
 * equals this limit means 'at least this many'. The limit keeps the query cheap even if very many jobs wait.
 */
const COUNTED = 1_000;

const OLDEST = (priority: number): string =>
  `(SELECT run_at FROM owed_jobs WHERE ${WAITING} AND owed_jobs.task = asked.task AND priority = ${priority}
    ORDER BY run_at LIMIT 1)`;

const AGE = (since: string): string =>
  `coalesce(greatest(0, extract(epoch FROM now() - ${since})), 0)::float8`;

/** Counts and ages of one task's jobs. Ages are in seconds. An age is 0 if no job is in that state. */
export interface JobFigures {
  /** Unclaimed jobs that were never attempted, or whose last attempt did not fail. */
  readonly waiting: number;
  readonly running: number;
  /** Unclaimed jobs whose last attempt failed. Parked jobs are not among them. */
  readonly failed: number;
  /** Jobs that are parked. They are neither waiting nor failed. */
  readonly parked: number;
  /** Time since the oldest unclaimed job, failed or not, became due. */
  readonly dueAge: number;
  /** Time since the oldest running job was taken. */
  readonly runningAge: number;
  /** Time for which the oldest failed job has been owed. */
  readonly failedAge: number;
}

/**
 * Returns the figures on these tasks. The query reads all claimed rows, but only a limited number of other
 * rows of each task, no matter how many jobs wait.
 */
export async function jobFigures(
  pool: Pool,
  tasks: readonly string[],
  counted = COUNTED,
): Promise<ReadonlyMap<string, JobFigures>> {
  const { rows } = await pool.query<JobFigures & { readonly task: string }>(
    `${HOLDERS}, taken AS MATERIALIZED (
       SELECT task, count(*)::int AS jobs, min(taken_at) AS since FROM holders
       CROSS JOIN LATERAL (SELECT task, taken_at FROM owed_jobs WHERE owed_jobs.worker = holders.worker OFFSET 0) one
       GROUP BY task)
     SELECT asked.task, least($2::int, greatest(0, unclaimed.jobs - failed.jobs)) AS waiting,
       coalesce(taken.jobs, 0) AS running, failed.jobs AS failed, parked.jobs AS parked,
       ${AGE(`least(${OLDEST(0)}, ${OLDEST(1)})`)} AS "dueAge",
       ${AGE('taken.since')} AS "runningAge", ${AGE('failed.since')} AS "failedAge"
     FROM unnest($1::text[]) AS asked(task)
     LEFT JOIN taken ON taken.task = asked.task
     CROSS JOIN LATERAL (SELECT count(*)::int AS jobs FROM (
       SELECT FROM owed_jobs WHERE ${WAITING} AND owed_jobs.task = asked.task
       ORDER BY priority, run_at LIMIT 2 * $2::int) one) AS unclaimed
     CROSS JOIN LATERAL (SELECT count(*)::int AS jobs, min(made_at) AS since FROM (
       SELECT made_at FROM owed_jobs WHERE ${FAILED} AND owed_jobs.task = asked.task
       ORDER BY made_at LIMIT $2::int) one) AS failed
     CROSS JOIN LATERAL (SELECT count(*)::int AS jobs FROM (
       SELECT FROM owed_jobs WHERE ${PARKED} AND owed_jobs.task = asked.task
       ORDER BY parked_for LIMIT $2::int) one) AS parked`,
    [tasks, counted],
  );
  return new Map(rows.map(({ task, ...figures }) => [task, figures]));
}

/** Returns the number of jobs of each task, waiting or running. It reads all jobs. */
export async function jobCounts(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ task: string; count: number }>(
    'SELECT task, count(*)::int AS count FROM owed_jobs GROUP BY task ORDER BY task',
  );
  return new Map(rows.map(({ task, count }) => [task, count]));
}

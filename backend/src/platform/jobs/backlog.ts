import type { Pool } from 'pg';
import { HOLDERS } from './holders.js';
import { FAILED } from './job.entity.js';

/** So many of a task are counted of each kind, and stand for as many or more: what is told costs the same in a crisis. */
const COUNTED = 1_000;

const OLDEST = (priority: number): string =>
  `(SELECT run_at FROM owed_jobs WHERE worker IS NULL AND owed_jobs.task = asked.task AND priority = ${priority}
    ORDER BY run_at LIMIT 1)`;

const AGE = (since: string): string =>
  `coalesce(greatest(0, extract(epoch FROM now() - ${since})), 0)::float8`;

/** Of one task. Ages are seconds, 0 where there is no such job. */
export interface JobFigures {
  /** Nobody has them, and their last attempt, if there was one, did not fail. */
  readonly waiting: number;
  readonly running: number;
  /** Nobody has them, and their last attempt failed. */
  readonly failed: number;
  /** Since the oldest that nobody has became due, whatever came of it before. */
  readonly dueAge: number;
  /** Since the oldest in work was taken. */
  readonly runningAge: number;
  /** Since the oldest that failed is owed. */
  readonly failedAge: number;
}

/**
 * What is to be told of the jobs of these tasks. Of each it reads a few rows and those that are taken, and counts up to
 * a bound, however many wait.
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
       coalesce(taken.jobs, 0) AS running, failed.jobs AS failed,
       ${AGE(`least(${OLDEST(0)}, ${OLDEST(1)})`)} AS "dueAge",
       ${AGE('taken.since')} AS "runningAge", ${AGE('failed.since')} AS "failedAge"
     FROM unnest($1::text[]) AS asked(task)
     LEFT JOIN taken ON taken.task = asked.task
     CROSS JOIN LATERAL (SELECT count(*)::int AS jobs FROM (
       SELECT FROM owed_jobs WHERE worker IS NULL AND owed_jobs.task = asked.task
       ORDER BY priority, run_at LIMIT 2 * $2::int) one) AS unclaimed
     CROSS JOIN LATERAL (SELECT count(*)::int AS jobs, min(made_at) AS since FROM (
       SELECT made_at FROM owed_jobs WHERE ${FAILED} AND owed_jobs.task = asked.task
       ORDER BY made_at LIMIT $2::int) one) AS failed`,
    [tasks, counted],
  );
  return new Map(rows.map(({ task, ...figures }) => [task, figures]));
}

/** How many jobs there are of each task, waiting or in work. Reads all of them. */
export async function jobCounts(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ task: string; count: number }>(
    'SELECT task, count(*)::int AS count FROM owed_jobs GROUP BY task ORDER BY task',
  );
  return new Map(rows.map(({ task, count }) => [task, count]));
}

import type { Pool } from 'pg';
import { HOLDERS } from './holders.js';

const OLDEST = (priority: number): string =>
  `(SELECT run_at FROM owed_jobs WHERE worker IS NULL AND owed_jobs.task = asked.task AND priority = ${priority}
    ORDER BY run_at LIMIT 1)`;

const AGE = (since: string): string =>
  `coalesce(greatest(0, extract(epoch FROM now() - ${since})), 0)::float8`;

/** Seconds. */
export interface JobAges {
  /** Due without a worker; 0 where none is. */
  readonly waiting: number;
  /** In the hands of one; 0 where none is. */
  readonly inHand: number;
}

/**
 * For how long the oldest job of each of these tasks has been due without a worker, and for how long the oldest that
 * was taken has been in work. Reads two rows of each task, however many wait, and those that are taken.
 */
export async function backlogAges(pool: Pool, tasks: readonly string[]): Promise<Map<string, JobAges>> {
  const { rows } = await pool.query<JobAges & { readonly task: string }>(
    `${HOLDERS}, taken AS MATERIALIZED (
       SELECT task, min(taken_at) AS since FROM holders
       CROSS JOIN LATERAL (SELECT task, taken_at FROM owed_jobs WHERE owed_jobs.worker = holders.worker OFFSET 0) one
       GROUP BY task)
     SELECT task, ${AGE(`least(${OLDEST(0)}, ${OLDEST(1)})`)} AS waiting,
       ${AGE('(SELECT since FROM taken WHERE taken.task = asked.task)')} AS "inHand"
     FROM unnest($1::text[]) AS asked(task)`,
    [tasks],
  );
  return new Map(rows.map(({ task, ...ages }) => [task, ages]));
}

/** How many jobs there are of each task, waiting or in work. Reads all of them. */
export async function jobCounts(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ task: string; count: number }>(
    'SELECT task, count(*)::int AS count FROM owed_jobs GROUP BY task ORDER BY task',
  );
  return new Map(rows.map(({ task, count }) => [task, count]));
}

import type { Pool } from 'pg';

const OLDEST = (priority: number): string =>
  `(SELECT run_at FROM owed_jobs WHERE worker IS NULL AND owed_jobs.task = asked.task AND priority = ${priority}
    ORDER BY run_at LIMIT 1)`;

/**
 * For how long the oldest job of each of these tasks has been due without a worker: seconds by task, 0 where none is
 * due. Reads two rows of each task, however many wait.
 */
export async function backlogAges(pool: Pool, tasks: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ task: string; seconds: number }>(
    `SELECT task, coalesce(greatest(0, extract(epoch FROM now() - least(${OLDEST(0)}, ${OLDEST(1)}))), 0)::float8 AS seconds
     FROM unnest($1::text[]) AS asked(task)`,
    [tasks],
  );
  return new Map(rows.map(({ task, seconds }) => [task, seconds]));
}

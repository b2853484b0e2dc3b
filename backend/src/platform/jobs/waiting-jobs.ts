/**
 * An SQL query for all jobs of a task, waiting or running, with `payload`, `attempts`, `error` and `run_at`.
 * Reads only these rows. Used by app/. @param task an SQL expression
 */
export const jobsOf = (task: string): string =>
  ['worker IS NULL', 'worker IS NOT NULL']
    .map(
      (which) => `SELECT payload, attempts, error, run_at FROM owed_jobs WHERE ${which} AND task = ${task}`,
    )
    .join(' UNION ALL ');

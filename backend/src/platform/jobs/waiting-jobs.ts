/**
 * Returns an SQL query for `payload`, `attempts`, `error` and `run_at` of all jobs of a task, waiting or
 * running. The query reads only the rows of these jobs.
 * @param task an SQL expression for the task's name
 */
export const jobsOf = (task: string): string =>
  ['worker IS NULL', 'worker IS NOT NULL']
    .map(
      (which) => `SELECT payload, attempts, error, run_at FROM owed_jobs WHERE ${which} AND task = ${task}`,
    )
    .join(' UNION ALL ');

/**
 * An SQL query: the jobs of a task that there are, waiting or in work, with `payload`, `attempts`, `error` and
 * `run_at`. Reads those and no others. For app/. @param task an SQL expression
 */
export const jobsOf = (task: string): string =>
  ['worker IS NULL', 'worker IS NOT NULL']
    .map(
      (which) => `SELECT payload, attempts, error, run_at FROM owed_jobs WHERE ${which} AND task = ${task}`,
    )
    .join(' UNION ALL ');

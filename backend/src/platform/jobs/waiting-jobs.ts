/**
 * Returns an SQL query for `payload`, `attempts`, `error`, `run_at` and `parked_for` of all jobs of a task,
 * waiting, parked or running. The query reads only the rows of these jobs.
 * @param task an SQL expression for the task's name
 */
export const jobsOf = (task: string): string =>
  ['worker IS NULL', 'worker IS NOT NULL']
    .map(
      (which) =>
        `SELECT payload, attempts, error, run_at, parked_for FROM owed_jobs WHERE ${which} AND task = ${task}`,
    )
    .join(' UNION ALL ');

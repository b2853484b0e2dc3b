/**
 * Returns an SQL query for `payload`, `attempts`, `error`, `made_at`, `run_at` and `parked_for` of all jobs of a
 * task, waiting, parked or running. The query reads only the rows of these jobs.
 * @param task an SQL expression for the task's name
 */
export const jobsOf = (task: string): string =>
  ['worker IS NULL', 'worker IS NOT NULL']
    .map(
      (which) =>
        `SELECT payload, attempts, error, made_at, run_at, parked_for FROM owed_jobs WHERE ${which} AND task = ${task}`,
    )
    .join(' UNION ALL ');

/**
 * Returns an SQL expression that is true while the job with this key is parked.
 * @param key an SQL expression for the job's key
 */
export const isParked = (key: string): string =>
  `EXISTS (SELECT FROM owed_jobs WHERE owed_jobs.key = ${key} AND owed_jobs.parked_for IS NOT NULL)`;

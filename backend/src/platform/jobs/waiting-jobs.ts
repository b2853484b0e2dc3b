import { PARKED, TAKEN, WAITING } from './job.entity.js';

/**
 * Returns an SQL query for `payload`, `attempts`, `error`, `made_at`, `run_at` and `parked_for` of all jobs of a
 * task, waiting, parked or running. The query reads only the rows of these jobs, because each part of it has
 * the condition of an index.
 * @param task an SQL expression for the task's name
 */
export const jobsOf = (task: string): string =>
  [WAITING, PARKED, `${TAKEN} AND NOT (${PARKED})`].map((which) => jobsThat(which, task)).join(' UNION ALL ');

/** Like `jobsOf`, but only for the parked jobs of a task. */
export const parkedJobsOf = (task: string): string => jobsThat(PARKED, task);

const jobsThat = (which: string, task: string): string =>
  `SELECT payload, attempts, error, made_at, run_at, parked_for FROM owed_jobs WHERE ${which} AND task = ${task}`;

/**
 * Returns an SQL expression that is true while the job with this key is parked.
 * @param key an SQL expression for the job's key
 */
export const isParked = (key: string): string =>
  `EXISTS (SELECT FROM owed_jobs WHERE owed_jobs.key = ${key} AND owed_jobs.parked_for IS NOT NULL)`;

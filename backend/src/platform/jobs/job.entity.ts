import { Unique } from 'typeorm';
import {
  boolean,
  byDefault,
  entityOf,
  instant,
  integer,
  jsonb,
  NOW,
  numbered,
  orNull,
  smallint,
  text,
  uuid,
} from '../postgres/columns.js';

/** An SQL condition that is true if the job is unclaimed and its last attempt failed. */
export const FAILED = 'worker IS NULL AND error IS NOT NULL';

/**
 * Owed work. A row is deleted only when its work is done: a failed job waits and is retried. Times are by the
 * database's clock.
 */
export const JobEntity = entityOf(
  'owed_jobs',
  ['id'],
  {
    id: numbered,
    task: text(),
    /** Names the obligation. There is only one row for it, waiting or taken. */
    key: text(),
    payload: jsonb(),
    /** The job's cause: the ids of a request and a span, for log lines and traces only. */
    cause: orNull(jsonb()),
    /** 1 if an old event calls for the job, which then runs after all jobs for new events. Otherwise 0. */
    priority: byDefault(0, smallint()),
    runAt: byDefault(NOW, instant),
    /** The time since which the work has been owed. */
    madeAt: byDefault(NOW, instant),
    attempts: byDefault(0, integer),
    /** True if the job was requested again while it was running. It then starts again when it has ended. */
    again: byDefault(false, boolean),
    /** The worker that has the job (worker_heartbeats); null while it waits. */
    worker: orNull(uuid),
    takenAt: orNull(instant),
    /** The number of times the job was taken. It keeps a late answer from ending a later attempt. */
    takes: byDefault(0, integer),
    /** Name and code of the last error, without its message, because messages can quote personal data. */
    error: orNull(text()),
  },
  [
    { name: 'owed_jobs_waiting', on: ['task', 'priority', 'runAt'], where: 'worker IS NULL' },
    { name: 'owed_jobs_failed', on: ['task', 'madeAt'], where: FAILED },
    { name: 'owed_jobs_taken', on: ['worker'], where: 'worker IS NOT NULL' },
  ],
);
Unique('owed_jobs_key', ['key'])(JobEntity);

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

/** An SQL condition: the job is unclaimed, and its last attempt failed. */
export const FAILED = 'worker IS NULL AND error IS NOT NULL';

/**
 * Owed work. A row is deleted when its work is done, and only then: a failed job waits and is retried. Times
 * are the database's.
 */
export const JobEntity = entityOf(
  'owed_jobs',
  ['id'],
  {
    id: numbered,
    task: text(),
    /** Names the obligation: there is one row for it, waiting or taken. */
    key: text(),
    payload: jsonb(),
    /** Cause of the job: ids of a request and of a span, for log lines and traces only. */
    cause: orNull(jsonb()),
    /** 0: now. 1: an old event calls for it; it runs after all jobs of today. */
    priority: byDefault(0, smallint()),
    runAt: byDefault(NOW, instant),
    /** Since when the work is owed. */
    madeAt: byDefault(NOW, instant),
    attempts: byDefault(0, integer),
    /** Requested again while it was running: it starts again when it has ended. */
    again: byDefault(false, boolean),
    /** The worker that has the job (worker_heartbeats); null while it waits. */
    worker: orNull(uuid),
    takenAt: orNull(instant),
    /** Number of times it was taken: a late answer cannot end a later attempt. */
    takes: byDefault(0, integer),
    /** Name and code of the last error; no message, since messages may quote personal data. */
    error: orNull(text()),
  },
  [
    { name: 'owed_jobs_waiting', on: ['task', 'priority', 'runAt'], where: 'worker IS NULL' },
    { name: 'owed_jobs_failed', on: ['task', 'madeAt'], where: FAILED },
    { name: 'owed_jobs_taken', on: ['worker'], where: 'worker IS NOT NULL' },
  ],
);
Unique('owed_jobs_key', ['key'])(JobEntity);

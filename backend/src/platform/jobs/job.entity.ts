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
export const FAILED = 'worker IS NULL AND parked_for IS NULL AND error IS NOT NULL';
/** An SQL condition that is true if the job is parked. */
export const PARKED = 'parked_for IS NOT NULL';
/** An SQL condition that is true if a worker has the job. */
export const TAKEN = 'worker IS NOT NULL';
/** An SQL condition that is true if the job waits for a worker. */
export const WAITING = 'worker IS NULL AND parked_for IS NULL';

/**
 * Jobs, which are work that the service owes. A row is deleted only when its work is done. A failed job stays
 * in the table and is retried. A parked job stays too, and waits until its subject is released. Times are by
 * the database's clock.
 */
export const JobEntity = entityOf(
  'owed_jobs',
  ['id'],
  {
    id: numbered,
    task: text(),
    /** Identifies the obligation. No other row has the same key, whether the job is waiting or taken. */
    key: text(),
    payload: jsonb(),
    /** The job's cause: the ids of a request and a span, for log lines and traces only. */
    cause: orNull(jsonb()),
    /**
     * 1 if an old event calls for the job, otherwise 0. Jobs with priority 1 run after all jobs with priority
     * 0.
     */
    priority: byDefault(0, smallint()),
    runAt: byDefault(NOW, instant),
    /** The time since which the work has been owed. */
    madeAt: byDefault(NOW, instant),
    attempts: byDefault(0, integer),
    /**
     * True if the job was requested again while it was running. When the current run has ended, the job runs
     * again.
     */
    again: byDefault(false, boolean),
    /** The worker that has the job (worker_heartbeats); null while it waits. */
    worker: orNull(uuid),
    takenAt: orNull(instant),
    /**
     * The number of times that a worker has taken the job. A late result of an earlier attempt has a lower
     * number, so it cannot end a later attempt.
     */
    takes: byDefault(0, integer),
    /** Name and code of the last error, without its message, because messages can quote personal data. */
    error: orNull(text()),
    /** The subject that a parked job waits for (`ParkedFor`); null for any other job. */
    parkedFor: orNull(text()),
  },
  [
    { name: 'owed_jobs_waiting', on: ['task', 'priority', 'runAt'], where: WAITING },
    { name: 'owed_jobs_failed', on: ['task', 'madeAt'], where: FAILED },
    { name: 'owed_jobs_taken', on: ['worker'], where: TAKEN },
    { name: 'owed_jobs_parked', on: ['task', 'parkedFor'], where: PARKED },
    { name: 'owed_jobs_parked_for', on: ['parkedFor'], where: PARKED },
  ],
);
Unique('owed_jobs_key', ['key'])(JobEntity);

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

/** An SQL condition: nobody has the job, and its last attempt failed. */
export const FAILED = 'worker IS NULL AND error IS NOT NULL';

/**
 * Owed work. A row ends when its work is done, and only then: what fails waits and is tried again. Times are
 * the database's.
 */
export const JobEntity = entityOf(
  'owed_jobs',
  ['id'],
  {
    id: numbered,
    task: text(),
    /** What is owed: there is one row of it, waiting or taken. */
    key: text(),
    payload: jsonb(),
    /** What it follows from: ids of a request and of a span, for log lines and traces alone. */
    cause: orNull(jsonb()),
    /** 0: now. 1: called for by an event of long ago, behind all that is owed today. */
    priority: byDefault(0, smallint()),
    runAt: byDefault(NOW, instant),
    /** Since when it is owed. */
    madeAt: byDefault(NOW, instant),
    attempts: byDefault(0, integer),
    /** Asked for once more while it was in work: it begins anew when that has ended. */
    again: byDefault(false, boolean),
    /** Who has it (worker_heartbeats); null while it waits. */
    worker: orNull(uuid),
    takenAt: orNull(instant),
    /** How often it was taken: an answer that comes late ends no later attempt. */
    takes: byDefault(0, integer),
    /** Name and code of the last error; no message, since those may quote personal data. */
    error: orNull(text()),
  },
  [
    { name: 'owed_jobs_waiting', on: ['task', 'priority', 'runAt'], where: 'worker IS NULL' },
    { name: 'owed_jobs_failed', on: ['task', 'madeAt'], where: FAILED },
    { name: 'owed_jobs_taken', on: ['worker'], where: 'worker IS NOT NULL' },
  ],
);
Unique('owed_jobs_key', ['key'])(JobEntity);

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { enqueueJobs } from '../enqueue.js';
import type { JobRequest } from '../job.js';

/** Enqueues one more job. A job without a key gets a random one, so it is a new obligation. */
export const enqueueJob = (pool: Pool, job: JobRequest): Promise<void> =>
  enqueueJobs(pool, [{ ...job, key: job.key ?? `${job.task}:${randomUUID()}` }]);

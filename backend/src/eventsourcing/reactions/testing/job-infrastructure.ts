import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { counterJournal, type CounterEvent } from '../../projections/testing/counters.js';
import { createInfrastructure, type Infrastructure } from '../../projections/testing/harness.js';
import { LeaseKeeper } from '../../subscriptions/leases/lease.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import { migrateJobs } from '../../../platform/jobs/migrate-jobs.js';
import { WorkerHeartbeats1763700300003 } from '../../../platform/jobs/migrations/1763700300003-worker-heartbeats.js';
import type { Reaction } from '../reaction.js';
import type { JobHandler } from '../../../platform/jobs/job.js';
import { JobWorker } from '../../../platform/jobs/jobs.js';
import { ReactionRunner } from '../runner.js';

export async function createJobInfrastructure(): Promise<Infrastructure> {
  const infrastructure = await createInfrastructure([WorkerHeartbeats1763700300003]);
  await migrateJobs(infrastructure.pool);
  return infrastructure;
}

export const greetWhenOpened: Reaction<CounterEvent> = {
  name: 'greet-when-opened',
  streamPrefix: 'counter-',
  react: (event) => (event.type === 'Opened' ? [{ task: 'greet', payload: { name: event.open.name } }] : []),
};

export function reactionRunner(
  infrastructure: Infrastructure,
  reaction: Reaction<CounterEvent>,
  leases = keeper(infrastructure.pool),
): ReactionRunner<CounterEvent> {
  return new ReactionRunner({
    reaction,
    store: infrastructure.store,
    journal: counterJournal,
    pool: infrastructure.pool,
    leases,
    logger: silentLogger,
  });
}

export const keeper = (pool: Pool): LeaseKeeper => new LeaseKeeper({ pool, logger: silentLogger });

export const jobWorker = (pool: Pool, ...handlers: JobHandler[]): JobWorker =>
  new JobWorker({ pool, handlers, logger: silentLogger, backend: randomUUID() });

export interface JobRow {
  readonly key: string | null;
  readonly task: string;
  readonly payload: object;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly locked_by: string | null;
  readonly last_error: string | null;
}

export async function jobRows(pool: Pool): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    `SELECT j.key, t.identifier AS task, j.payload, j.attempts, j.max_attempts, j.locked_by, j.last_error
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
  );
  return rows;
}

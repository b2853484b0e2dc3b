import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { counterJournal, type CounterEvent } from '../../projections/testing/counters.js';
import { createInfrastructure, type Infrastructure } from '../../projections/testing/harness.js';
import { LeaseKeeper } from '../../subscriptions/leases/lease.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import { WorkerHeartbeats1763700300003 } from '../../../platform/jobs/migrations/1763700300003-worker-heartbeats.js';
import { Jobs1795000001400 } from '../../../platform/jobs/migrations/1795000001400-jobs.js';
import { CausesOfJobs1795000007000 } from '../../../platform/jobs/migrations/1795000007000-causes-of-jobs.js';
import { JobsKnowTheirAge1795000007610 } from '../../../platform/jobs/migrations/1795000007610-jobs-know-their-age.js';
import { ParkedJobs1795000009710 } from '../../../platform/jobs/migrations/1795000009710-parked-jobs.js';
import type { Reaction } from '../reaction.js';
import type { JobHandler } from '../../../platform/jobs/job.js';
import { JobWorker } from '../../../platform/jobs/job-worker.js';
import { ReactionRunner } from '../runner.js';

export const createJobInfrastructure = (): Promise<Infrastructure> =>
  createInfrastructure([
    WorkerHeartbeats1763700300003,
    Jobs1795000001400,
    CausesOfJobs1795000007000,
    JobsKnowTheirAge1795000007610,
    ParkedJobs1795000009710,
  ]);

export const greetWhenOpened: Reaction<CounterEvent> = {
  name: 'greet-when-opened',
  streamPrefix: 'counter-',
  react: (event) => (event.type === 'Opened' ? [{ task: 'greet', payload: { name: event.open.name } }] : []),
};

export function reactionRunner(
  infrastructure: Infrastructure,
  reaction: Reaction<CounterEvent>,
  leases = keeper(infrastructure.pool),
  busy?: () => boolean,
): ReactionRunner<CounterEvent> {
  return new ReactionRunner({
    reaction,
    log: infrastructure.log,
    journal: counterJournal,
    pool: infrastructure.pool,
    leases,
    logger: silentLogger,
    ...(busy === undefined ? {} : { busy }),
  });
}

export const keeper = (pool: Pool): LeaseKeeper => new LeaseKeeper({ pool, logger: silentLogger });

export const jobWorker = ({ pool, database }: Infrastructure, ...handlers: JobHandler[]): JobWorker =>
  new JobWorker({ pool, url: database.url, handlers, logger: silentLogger, backend: randomUUID() });

export interface JobRow {
  readonly key: string;
  readonly task: string;
  readonly payload: object;
  readonly attempts: number;
  readonly worker: string | null;
  readonly again: boolean;
  readonly error: string | null;
}

export async function jobRows(pool: Pool): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    'SELECT key, task, payload, attempts, worker, again, error FROM owed_jobs ORDER BY id',
  );
  return rows;
}

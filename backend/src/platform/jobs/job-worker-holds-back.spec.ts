import { randomUUID } from 'node:crypto';
import { createJobInfrastructure } from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { until } from '../testing/until.js';
import { silentLogger } from '../logging/logger.js';
import { JobWorker } from './job-worker.js';
import { enqueueJob } from './testing/enqueue-job.js';
import { onlyInAll } from '../testing/only-in-all.js';

describe('a worker under load', () => {
  let infrastructure: Infrastructure;
  const workers: JobWorker[] = [];

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((each) => each.stop()));
    await infrastructure.drop();
  });

  const enqueue = (key: string): Promise<void> =>
    enqueueJob(infrastructure.pool, { task: 'greet', payload: { key }, key });

  onlyInAll.it('begins no job while it is paused, stays alive, and goes on by itself', async () => {
    const { pool, database } = infrastructure;
    let paused = true;
    const done: object[] = [];
    const run = (payload: object): Promise<void> => Promise.resolve(void done.push(payload));
    const worker = new JobWorker({
      pool,
      url: database.url,
      handlers: [{ task: 'greet', run }],
      logger: silentLogger,
      backend: randomUUID(),
      paused: () => paused,
    });
    workers.push(worker);
    worker.start();
    await enqueue('one');
    const seenAt = async (): Promise<string | undefined> =>
      (await pool.query<{ at: string }>('SELECT seen_at::text AS at FROM worker_heartbeats')).rows[0]?.at;
    const first = await until(seenAt);
    await until(async () => (await seenAt()) !== first);
    expect([done, worker.problem()]).toEqual([[], undefined]);
    paused = false;
    await until(() => done.length === 1);
  });

  it('runs one job of a task at a time while many requests wait, and more when few wait', async () => {
    const { pool, database } = infrastructure;
    let busy = true;
    const begun: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => void begun.push(resolve));
    const worker = new JobWorker({
      pool,
      url: database.url,
      handlers: [{ task: 'greet', run: wait }],
      logger: silentLogger,
      backend: randomUUID(),
      busy: () => busy,
    });
    workers.push(worker);
    for (const key of ['one', 'two', 'three', 'four']) await enqueue(key);
    worker.start();
    const inWork = async (): Promise<number> =>
      (await pool.query('SELECT FROM owed_jobs WHERE worker IS NOT NULL')).rowCount ?? 0;
    await until(() => begun.length === 1);
    begun[0]?.();
    await until(() => begun.length === 2);
    expect(await inWork()).toBe(1);
    busy = false;
    await until(() => begun.length === 3);
    expect(await inWork()).toBe(2);
    for (const end of begun) end();
    await until(() => begun.length === 4);
    begun[3]?.();
  });
});

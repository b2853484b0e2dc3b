import { until } from '../../testing/until.js';
import { type Child, startChild } from '../../eventsourcing/projections/testing/child.js';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { silentLogger } from '../logging/logger.js';
import { createJanitor } from './janitor.js';
import type { JobWorker } from './jobs.js';
import { enqueueJob } from './testing/enqueue-job.js';
import type { JobContext } from './job.js';
import { Scheduler } from '../../eventsourcing/reactions/schedule.js';
import { scheduleSweep } from '../../eventsourcing/reactions/sweep.js';
import {
  createJobInfrastructure,
  jobRows,
  jobWorker,
  keeper,
} from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { patience } from '../../testing/patience.js';

describe('JobWorker', () => {
  let infrastructure: Infrastructure;
  const workers: JobWorker[] = [];
  const schedulers: Scheduler[] = [];

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });

  afterEach(async () => {
    await Promise.all([...workers.splice(0), ...schedulers.splice(0)].map((each) => each.stop()));
    await infrastructure.drop();
  });

  const work = (run: (payload: object, context: JobContext) => Promise<void>): JobWorker => {
    const worker = jobWorker(infrastructure.pool, { task: 'greet', run });
    workers.push(worker);
    worker.start();
    return worker;
  };

  const schedule = (
    ...scheduled: ConstructorParameters<typeof Scheduler>[0]['scheduled'][number][]
  ): void => {
    const scheduler = new Scheduler({ scheduled, leases: keeper(infrastructure.pool), logger: silentLogger });
    schedulers.push(scheduler);
    scheduler.start();
  };

  it('does a job at once and once', async () => {
    const done: object[] = [];
    work((payload, { attempt }) => Promise.resolve(void done.push({ ...payload, attempt })));
    await until(
      async () => (await infrastructure.pool.query('SELECT 1 FROM worker_heartbeats')).rowCount === 1,
    );
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: { name: 'one' } });
    await until(() => done.length === 1);
    await until(async () => (await jobRows(infrastructure.pool)).length === 0);
    expect(done).toEqual([{ name: 'one', attempt: 1 }]);
  });

  it('tries a failed job again, and keeps no message of the error', async () => {
    let attempts = 0;
    work((_, context) => {
      attempts = context.attempt;
      return attempts === 1
        ? Promise.reject(Object.assign(new Error('max@example.com bounced'), { code: 'EENVELOPE' }))
        : Promise.resolve();
    });
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'a' });
    const failed = await until(async () =>
      (await jobRows(infrastructure.pool)).find((row) => row.last_error !== null),
    );
    expect(failed).toMatchObject({ last_error: 'Error EENVELOPE', locked_by: null });
    await infrastructure.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await until(() => attempts === 2);
  });

  it('tells jobs in work that it stops, and waits for them', async () => {
    let ended = false;
    let begun = false;
    const worker = work((_, { signal }) => {
      begun = true;
      return new Promise((resolve) =>
        signal.addEventListener('abort', () =>
          setImmediate(() => {
            ended = true;
            resolve();
          }),
        ),
      );
    });
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: {} });
    await until(() => begun);
    await worker.stop();
    expect(ended).toBe(true);
    expect((await infrastructure.pool.query('SELECT 1 FROM worker_heartbeats')).rowCount).toBe(0);
    expect(await jobRows(infrastructure.pool)).toEqual([]);
  });

  it('survives a lost database', async () => {
    const done: object[] = [];
    work((payload) => Promise.resolve(void done.push(payload)));
    await until(
      async () => (await infrastructure.pool.query('SELECT 1 FROM worker_heartbeats')).rowCount === 1,
    );
    await infrastructure.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await until(async () => {
      await enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'a' });
      return true;
    });
    await until(() => done.length > 0);
  });

  it('survives a database that is lost while it learns its tasks', async () => {
    const done: object[] = [];
    const lock = await infrastructure.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE graphile_worker._private_tasks');
      work((payload) => Promise.resolve(void done.push(payload)));
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%_private_tasks%'`;
      await until(async () => ((await infrastructure.pool.query(cut)).rowCount ?? 0) > 0);
      await lock.query('ROLLBACK');
    } finally {
      lock.release();
    }
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: { name: 'one' } });
    await until(() => done.length === 1);
  });

  describe('beside a worker that was killed', () => {
    let child: Child;

    beforeEach(() => {
      child = startChild('reactions/testing/worker.main.ts', infrastructure.database.url);
    });

    afterEach(() => child.kill());

    it('gets its jobs', async () => {
      await enqueueJob(infrastructure.pool, { task: 'greet', payload: { name: 'one' }, key: 'a' });
      await child.heard('working');
      await child.kill();
      const killedAt = Date.now();
      const done: object[] = [];
      work((payload, { attempt }) => Promise.resolve(void done.push({ ...payload, attempt })));
      schedule(createJanitor({ pool: infrastructure.pool, logger: silentLogger }));
      await until(() => done.length === 1);
      expect(done).toEqual([{ name: 'one', attempt: 2 }]);
      expect(Date.now() - killedAt).toBeLessThan(patience(10_000));
    });
  });

  it('caps the backoff, lets attempts never run out, and removes what was superseded', async () => {
    await enqueueJob(infrastructure.pool, { task: 'other', payload: {}, key: 'late' });
    await enqueueJob(infrastructure.pool, {
      task: 'other',
      payload: {},
      key: 'planned',
      runAt: '2099-01-01T00:00:00.000Z',
    });
    await enqueueJob(infrastructure.pool, { task: 'other', payload: {}, key: 'old' });
    await infrastructure.pool.query(
      `UPDATE graphile_worker._private_jobs SET last_error = 'Error', run_at = now() + interval '6 hours', attempts = 32700 WHERE key = 'late'`,
    );
    await infrastructure.pool.query(
      `UPDATE graphile_worker._private_jobs SET key = NULL, attempts = max_attempts WHERE key = 'old'`,
    );
    schedule(createJanitor({ pool: infrastructure.pool, logger: silentLogger }));
    await until(async () => (await jobRows(infrastructure.pool)).length === 2);
    const { rows } = await infrastructure.pool.query(
      "SELECT key, attempts, run_at <= now() + interval '5 minutes' AS soon FROM graphile_worker._private_jobs ORDER BY key",
    );
    expect(rows).toEqual([
      { key: 'late', attempts: 1000, soon: true },
      { key: 'planned', attempts: 0, soon: false },
    ]);
  });

  it('sweeps: owed work without a job gets one', async () => {
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'owed:1' });
    const find = () =>
      Promise.resolve(['owed:1', 'owed:2'].map((key) => ({ task: 'greet', payload: {}, key })));
    schedule(
      scheduleSweep({ name: 'owed', find }, { pool: infrastructure.pool, logger: silentLogger, everyMs: 50 }),
    );
    await until(async () => (await jobRows(infrastructure.pool)).length === 2);
    await infrastructure.pool.query("DELETE FROM graphile_worker._private_jobs WHERE key = 'owed:1'");
    await until(async () => (await jobRows(infrastructure.pool)).length === 2);
    expect((await jobRows(infrastructure.pool)).map(({ key }) => key)).toEqual(['owed:2', 'owed:1']);
  });
});

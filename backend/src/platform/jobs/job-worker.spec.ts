import { randomUUID } from 'node:crypto';
import { getMaxListeners, once } from 'node:events';
import { join } from 'node:path';
import { until } from '../testing/until.js';
import { type Child, runTypeScript } from '../testing/typescript-child.js';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { silentLogger } from '../logging/logger.js';
import { Unavailable } from '../errors/unavailable.js';
import { enqueueJobs } from './enqueue.js';
import { createJanitor } from './janitor.js';
import { JobWorker } from './job-worker.js';
import { enqueueJob } from './testing/enqueue-job.js';
import { type JobContext, type JobHandler, TryAgainIn } from './job.js';
import { Scheduler } from '../../eventsourcing/reactions/schedule.js';
import { scheduleSweep } from '../../eventsourcing/reactions/sweep.js';
import {
  createJobInfrastructure,
  jobRows,
  jobWorker,
  keeper,
} from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { scaledTimeout } from '../testing/scaled-timeout.js';
import { tenthUnlessLong } from '../testing/long-run.js';
import { onlyInAll } from '../testing/only-in-all.js';

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

  const workOn = (...handlers: JobHandler[]): JobWorker => {
    const worker = jobWorker(infrastructure, ...handlers);
    workers.push(worker);
    worker.start();
    return worker;
  };

  const work = (run: (payload: object, context: JobContext) => Promise<void>): JobWorker =>
    workOn({ task: 'greet', run });

  const enqueue = (key: string, task = 'greet'): Promise<void> =>
    enqueueJob(infrastructure.pool, { task, payload: { key }, key });

  /**
   * Returns a function `wait` and a list `begun`. The nth call of `wait` waits until the test calls the nth
   * function in `begun`.
   */
  const gate = () => {
    const begun: (() => void)[] = [];
    return { begun, wait: () => new Promise<void>((resolve) => void begun.push(resolve)) };
  };

  const schedule = (
    ...scheduled: ConstructorParameters<typeof Scheduler>[0]['scheduled'][number][]
  ): void => {
    const scheduler = new Scheduler({ scheduled, leases: keeper(infrastructure.pool), logger: silentLogger });
    schedulers.push(scheduler);
    scheduler.start();
  };

  it('runs a job at once and only once', async () => {
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

  it('lets any number of running jobs wait for the stop, without a warning about listeners that stay', async () => {
    const limits: number[] = [];
    work((_, { signal }) => Promise.resolve(void limits.push(getMaxListeners(signal))));
    await enqueue('one');
    await until(() => limits.length === 1);
    expect(limits).toEqual([Number.POSITIVE_INFINITY]);
  });

  it("retries a failed job, and does not store the error's message", async () => {
    let attempts = 0;
    work((_, context) => {
      attempts = context.attempt;
      return attempts === 1
        ? Promise.reject(Object.assign(new Error('max@example.com bounced'), { code: 'EENVELOPE' }))
        : Promise.resolve();
    });
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'a' });
    const failed = await until(async () =>
      (await jobRows(infrastructure.pool)).find((row) => row.error !== null),
    );
    expect(failed).toMatchObject({ error: 'Error EENVELOPE', worker: null });
    await infrastructure.pool.query('UPDATE owed_jobs SET run_at = now()');
    await until(() => attempts === 2);
  });

  onlyInAll.it(
    'does not count an attempt that ended because a store was unavailable, and tries again soon',
    async () => {
      const attempts: number[] = [];
      work((_, { attempt }) => {
        attempts.push(attempt);
        const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
        return attempts.length < 6 ? Promise.reject(away) : Promise.resolve();
      });
      await enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'a' });
      for (let n = 1; n < 6; n += 1) {
        const { rows } = await until(async () => {
          const found = await infrastructure.pool.query<{ soon: boolean }>(
            `SELECT run_at < now() + interval '6 seconds' AS soon FROM owed_jobs
           WHERE worker IS NULL AND error = 'Error 57P01' AND attempts = 0 AND takes = $1`,
            [n],
          );
          return found.rowCount === 1 ? found : undefined;
        });
        expect(rows).toEqual([{ soon: true }]);
        await infrastructure.pool.query('UPDATE owed_jobs SET run_at = now()');
      }
      await until(async () => (await jobRows(infrastructure.pool)).length === 0);
      expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
    },
  );

  it('hands a job that a stop interrupted to another worker, at once and without counting the attempt', async () => {
    let begun = false;
    const worker = work(async (_, { signal }) => {
      begun = true;
      await once(signal, 'abort').then(() => Promise.reject(new Unavailable('broken off')));
    });
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: {} });
    await until(() => begun);
    await worker.stop();
    const { rows } = await infrastructure.pool.query(
      'SELECT run_at <= now() AS due, attempts FROM owed_jobs',
    );
    expect(rows).toEqual([{ due: true, attempts: 0 }]);
  });

  it('signals a stop to running jobs, and waits for them', async () => {
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

  it('runs each job, no matter when the database cuts its connections', async () => {
    const count = tenthUnlessLong(200);
    const done = new Map<string, number>();
    const handler = ({ key }: { key?: string }) =>
      Promise.resolve(void done.set(key ?? '', (done.get(key ?? '') ?? 0) + 1));
    workOn({ task: 'greet', run: (payload) => handler(payload), slots: 4 });
    for (let n = 0; n < count; n += 1) {
      await until(() =>
        enqueue(`job:${n}`).then(
          () => true,
          () => false,
        ),
      );
      await infrastructure.pool
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.7`,
        )
        .catch(() => undefined);
    }
    await until(() => done.size === count);
    await until(() =>
      jobRows(infrastructure.pool).then(
        ({ length }) => length === 0,
        () => false,
      ),
    );
  });

  onlyInAll.it('frees the jobs that it was given by an answer that never arrived', async () => {
    const done: string[] = [];
    const worker = work(() => Promise.resolve(void done.push('greeted')));
    const { rows } = await until(async () => {
      const found = await infrastructure.pool.query<{ worker_id: string }>(
        'SELECT worker_id FROM worker_heartbeats',
      );
      return found.rowCount === 1 ? found : undefined;
    });
    const takenFor = (seconds: number): Promise<unknown> =>
      infrastructure.pool.query(
        `INSERT INTO owed_jobs (task, key, payload, worker, taken_at, takes)
         VALUES ('greet', $1, '{}', $2, clock_timestamp() - $3 * interval '1 second', 1)`,
        [`taken ${seconds} s ago`, rows[0]?.worker_id, seconds],
      );
    await takenFor(2);
    await takenFor(11);
    await until(() => done.length === 1);
    const left = await until(async () => {
      const found = await jobRows(infrastructure.pool);
      return found.length === 1 ? found : undefined;
    });
    expect(left[0]).toMatchObject({ key: 'taken 2 s ago', worker: rows[0]?.worker_id });
    expect(worker.problem()).toBeUndefined();
  });

  it('runs a job that is requested again after the running job, never beside it', async () => {
    const { begun, wait } = gate();
    let inWork = 0;
    let most = 0;
    workOn({
      task: 'greet',
      slots: 5,
      run: async () => {
        most = Math.max(most, (inWork += 1));
        await wait();
        inWork -= 1;
      },
    });
    await enqueue('a');
    await until(() => begun.length === 1);
    await Promise.all(Array.from({ length: 20 }, () => enqueue('a')));
    begun[0]?.();
    await until(() => begun.length === 2);
    begun[1]?.();
    await until(async () => (await jobRows(infrastructure.pool)).length === 0);
    expect([begun.length, most]).toEqual([2, 1]);
  });

  it("does not let a task use another task's slots", async () => {
    const { begun, wait } = gate();
    const done: string[] = [];
    workOn(
      { task: 'slow', slots: 3, run: () => wait() },
      { task: 'greet', run: ({ key }) => Promise.resolve(void done.push(String(key))) },
    );
    for (let n = 0; n < 8; n += 1) await enqueue(`slow:${n}`, 'slow');
    await until(() => begun.length === 3);
    await enqueue('a');
    await until(() => done.length === 1);
    expect(begun).toHaveLength(3);
    for (let n = 0; n < 8; n += 1) {
      await until(() => begun.length > n);
      begun[n]?.();
    }
    await until(async () => (await jobRows(infrastructure.pool)).length === 0);
  });

  it('runs jobs for old events after jobs for new ones', async () => {
    const order: string[] = [];
    const jobs = ['past:1', 'past:2', 'today:1'].map((key) => ({
      task: 'greet',
      payload: { key },
      key,
      late: key.startsWith('past'),
    }));
    await enqueueJobs(infrastructure.pool, jobs);
    workOn({ task: 'greet', slots: 1, run: ({ key }) => Promise.resolve(void order.push(String(key))) });
    await until(() => order.length === 3);
    expect(order[0]).toBe('today:1');
  });

  it('lets a job fail here that was given to another worker, and leaves it to that worker', async () => {
    const { begun, wait } = gate();
    let lost: unknown;
    work(async (_, { assertHeld }) => {
      await assertHeld();
      await wait();
      await assertHeld().catch((error: unknown) => {
        lost = error;
        throw error;
      });
    });
    await enqueue('a');
    await until(() => begun.length === 1);
    const other = randomUUID();
    await infrastructure.pool.query('UPDATE owed_jobs SET worker = $1, takes = takes + 1', [other]);
    begun[0]?.();
    await until(() => lost !== undefined);
    expect((lost as Error).name).toBe('JobLost');
    expect(await jobRows(infrastructure.pool)).toMatchObject([{ worker: other, error: null }]);
  });

  it('waits for as long as a handler demands', async () => {
    work(() => Promise.reject(new TryAgainIn(3_600_000, Object.assign(new Error('no'), { code: 'EAUTH' }))));
    await enqueue('a');
    await until(async () => (await jobRows(infrastructure.pool))[0]?.error === 'Error EAUTH');
    const { rows } = await infrastructure.pool.query(
      "SELECT run_at > now() + interval '59 minutes' AS later FROM owed_jobs",
    );
    expect(rows).toEqual([{ later: true }]);
  });

  it('reports a problem while it cannot poll the queue', async () => {
    const lock = await infrastructure.pool.connect();
    const worker = work(() => Promise.resolve());
    expect(worker.problem()).toBeUndefined();
    const now = jest.spyOn(performance, 'now');
    try {
      await lock.query('BEGIN; LOCK TABLE worker_heartbeats');
      const began = performance.now();
      now.mockImplementation(() => began + 16_000);
      // The last poll was a little earlier than `began`.
      expect(worker.problem()).toMatch(/^jobs: not looked at for \d+ s$/);
      await lock.query('ROLLBACK');
      await until(() => worker.problem() === undefined);
    } finally {
      now.mockRestore();
      lock.release();
    }
  });

  onlyInAll.describe('beside a killed worker', () => {
    let child: Child;

    beforeEach(() => {
      child = runTypeScript(
        join(__dirname, '../../eventsourcing/reactions/testing/worker.main.ts'),
        infrastructure.database.url,
      );
    });

    afterEach(() => child.kill('SIGKILL'));

    it('takes over its jobs', async () => {
      await enqueueJob(infrastructure.pool, { task: 'greet', payload: { name: 'one' }, key: 'a' });
      await child.untilLine('working');
      await child.kill('SIGKILL');
      const killedAt = Date.now();
      const done: object[] = [];
      work((payload, { attempt }) => Promise.resolve(void done.push({ ...payload, attempt })));
      schedule(createJanitor({ pool: infrastructure.pool, logger: silentLogger }));
      await until(() => done.length === 1);
      expect(done).toEqual([{ name: 'one', attempt: 2 }]);
      expect(Date.now() - killedAt).toBeLessThan(scaledTimeout(10_000));
    });
  });

  it('runs a sweep, which enqueues owed work that has no job', async () => {
    await enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'owed:1' });
    const find = (after: string | undefined) => {
      const key = after ?? 'owed:1';
      return Promise.resolve({
        jobs: [{ task: 'greet', payload: {}, key }],
        next: after === undefined ? 'owed:2' : undefined,
      });
    };
    schedule(
      scheduleSweep({ name: 'owed', find }, { pool: infrastructure.pool, logger: silentLogger, everyMs: 50 }),
    );
    await until(async () => (await jobRows(infrastructure.pool)).length === 2);
    await infrastructure.pool.query("DELETE FROM owed_jobs WHERE key = 'owed:1'");
    await until(async () => (await jobRows(infrastructure.pool)).length === 2);
    expect((await jobRows(infrastructure.pool)).map(({ key }) => key)).toEqual(['owed:2', 'owed:1']);
  });
});

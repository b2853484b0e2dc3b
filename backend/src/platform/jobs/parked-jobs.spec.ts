import { randomUUID } from 'node:crypto';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { createJobInfrastructure } from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { silentLogger } from '../logging/logger.js';
import { until } from '../testing/until.js';
import { jobFigures } from './backlog.js';
import { enqueueJobs, enqueueMissing } from './enqueue.js';
import { type JobContext, ParkedFor } from './job.js';
import { JobWorker } from './job-worker.js';
import { parkedJobs, releaseJobs } from './parked-jobs.js';

const SUBJECT = 'stream-1';

describe('a parked job', () => {
  let infrastructure: Infrastructure;
  let worker: JobWorker | undefined;

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });

  afterEach(async () => {
    await worker?.stop();
    await infrastructure.drop();
  });

  const job = (key = 'job-1', task = 'greet') => ({ task, payload: { key }, key });
  const enqueue = (key?: string): Promise<void> => enqueueJobs(infrastructure.pool, [job(key)]);
  const parked = () => parkedJobs(infrastructure.pool, { limit: 10 });

  function work(
    run: (context: JobContext, key: string) => Promise<void>,
    isReleased?: (subject: string) => boolean,
  ): void {
    const { pool, database } = infrastructure;
    const handlers = ['greet', 'part'].map((task) => ({
      task,
      run: (payload: object, context: JobContext) => run(context, (payload as { key: string }).key),
    }));
    worker = new JobWorker({
      pool,
      url: database.url,
      handlers,
      logger: silentLogger,
      backend: randomUUID(),
      ...(isReleased && { isReleased }),
    });
    worker.start();
  }

  it('is not run again, even if it is requested again, and other jobs still run', async () => {
    const runs: string[] = [];
    work(async (_, key) => {
      runs.push(key);
      if (key === 'job-1') throw new ParkedFor(SUBJECT);
    });
    await enqueue();
    await until(async () => (await parked()).length === 1);
    await enqueue();
    expect(await enqueueMissing(infrastructure.pool, [job()])).toBe(0);
    await enqueueJobs(infrastructure.pool, [job('other')]);
    await until(() => runs.includes('other'));
    await enqueueJobs(infrastructure.pool, [job('another')]);
    await until(() => runs.includes('another'));
    expect(runs.filter((key) => key === 'job-1')).toHaveLength(1);
    expect(await parked()).toEqual([{ subject: SUBJECT, jobs: 1 }]);
  });

  it('is neither waiting nor failed, and is counted apart', async () => {
    work(async () => {
      throw new ParkedFor(SUBJECT);
    });
    await enqueueJobs(infrastructure.pool, [job('a'), job('b'), job('c', 'part')]);
    await until(async () => (await parked())[0]?.jobs === 3);
    const figures = await jobFigures(infrastructure.pool, ['greet', 'part']);
    expect(figures.get('greet')).toMatchObject({ waiting: 0, running: 0, failed: 0, parked: 2, dueAge: 0 });
    expect(figures.get('part')).toMatchObject({ parked: 1, failedAge: 0 });
  });

  it('runs once its subject is released, and the attempt before does not count', async () => {
    const attempts: number[] = [];
    let closed = true;
    work(async ({ attempt }) => {
      attempts.push(attempt);
      if (closed) throw new ParkedFor(SUBJECT);
    });
    await enqueue();
    await until(async () => (await parked()).length === 1);
    closed = false;
    expect(await releaseJobs(infrastructure.pool, ['stream-2'])).toBe(0);
    expect(await releaseJobs(infrastructure.pool, [SUBJECT, 'stream-2'])).toBe(1);
    await until(async () => (await infrastructure.pool.query('SELECT FROM owed_jobs')).rowCount === 0);
    expect(attempts).toEqual([1, 1]);
    expect(await releaseJobs(infrastructure.pool, [SUBJECT])).toBe(0);
  });

  it('runs again at once if its subject was released while it ran', async () => {
    let runs = 0;
    work(
      async () => {
        runs += 1;
        if (runs === 1) throw new ParkedFor(SUBJECT);
      },
      (subject) => subject === SUBJECT,
    );
    await enqueue();
    await until(async () => (await infrastructure.pool.query('SELECT FROM owed_jobs')).rowCount === 0);
    expect(runs).toBe(2);
  });

  it('stays parked for what it names, in the order of the names and page by page', async () => {
    work(async (_, key) => {
      throw new ParkedFor(key.slice(0, 1));
    });
    await enqueueJobs(
      infrastructure.pool,
      ['b1', 'a1', 'b2', 'c1'].map((key) => job(key)),
    );
    await until(async () => (await parked()).reduce((sum, { jobs }) => sum + jobs, 0) === 4);
    const { pool } = infrastructure;
    expect(await parkedJobs(pool, { limit: 2 })).toEqual([
      { subject: 'a', jobs: 1 },
      { subject: 'b', jobs: 2 },
    ]);
    expect(await parkedJobs(pool, { after: 'b', limit: 2 })).toEqual([{ subject: 'c', jobs: 1 }]);
    expect(await releaseJobs(pool, [])).toBe(0);
  });
});

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import {
  createJobInfrastructure,
  jobRows,
} from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { until } from '../testing/until.js';
import { silentLogger } from '../logging/logger.js';
import { JobWorker } from './job-worker.js';
import { enqueueJob } from './testing/enqueue-job.js';

describe("JobWorker, if the queue's answers are lost", () => {
  let infrastructure: Infrastructure;
  let worker: JobWorker;
  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });
  afterEach(async () => {
    await worker.stop();
    await infrastructure.drop();
  });

  /** Starts a worker. The worker calls `query` for each statement, so that the test can lose responses. */
  const workThrough = (
    query: (text: string, values: unknown[]) => Promise<unknown>,
    run: () => Promise<void>,
  ): void => {
    const pool: unknown = Object.create(infrastructure.pool, { query: { value: query } });
    worker = new JobWorker({
      pool: pool as Pool,
      url: infrastructure.database.url,
      logger: silentLogger,
      backend: randomUUID(),
      handlers: [{ task: 'greet', run }],
      pollMs: 20,
    });
    worker.start();
  };

  const enqueue = (): Promise<void> =>
    enqueueJob(infrastructure.pool, { task: 'greet', payload: {}, key: 'a' });

  it('runs a job whose assignment was lost, but only after the job counts as lost', async () => {
    const { pool } = infrastructure;
    let [looks, done, silent] = [0, 0, true];
    workThrough(
      async (text, values) => {
        const isLook = values.length === 6;
        const isLost = isLook && silent;
        const answer = await pool.query(text, values);
        if (isLook) looks += 1;
        if (isLost) throw new Error('the answer was lost');
        return answer;
      },
      () => Promise.resolve(void (done += 1)),
    );
    await enqueue();
    await until(async () => (await jobRows(pool))[0]?.attempts === 1);
    silent = false;
    const before = looks;
    await until(() => looks > before + 5);
    expect(done).toBe(0);
    // Moves `taken_at` back, because a job counts as lost only ten seconds after it was taken.
    await pool.query(`UPDATE owed_jobs SET taken_at = taken_at - interval '10 seconds'`);
    await until(async () => (await jobRows(pool)).length === 0);
    expect(done).toBe(1);
  });

  it('does not start a job again before the queue has confirmed its end', async () => {
    const { pool } = infrastructure;
    const begun: (() => void)[] = [];
    const wait = (): Promise<void> => new Promise((resolve) => void begun.push(resolve));
    let [looks, silent] = [0, true];
    workThrough(async (text, values) => {
      if (values.length === 6) looks += 1;
      const answer = await pool.query(text, values);
      if (silent && text.startsWith('WITH mine')) throw new Error('the answer was lost');
      return answer;
    }, wait);
    await enqueue();
    await until(() => begun.length === 1);
    await enqueue();
    begun[0]?.();
    await until(async () => (await jobRows(pool))[0]?.again === false);
    const before = looks;
    await until(() => looks > before + 10);
    expect(begun).toHaveLength(1);
    silent = false;
    await until(() => begun.length === 2);
    begun[1]?.();
    await until(async () => (await jobRows(pool)).length === 0);
    expect(begun).toHaveLength(2);
  });
});

import { randomUUID } from 'node:crypto';
import { until } from '../testing/until.js';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import {
  createJobInfrastructure,
  jobRows,
} from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { silentLogger } from '../logging/logger.js';
import { enqueueJobs } from './enqueue.js';
import type { JobHandler } from './job.js';
import { JobWorker } from './job-worker.js';
import { QueueTable } from './queue-table.js';

// In this file, the worker polls the queue only after notifications, because `pollMs` is longer than any
// test.

let infrastructure: Infrastructure;
const workers: JobWorker[] = [];
beforeEach(async () => {
  infrastructure = await createJobInfrastructure();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(workers.splice(0).map((each) => each.stop()));
  await infrastructure.drop();
});

const enqueue = (...keys: string[]): Promise<void> =>
  enqueueJobs(
    infrastructure.pool,
    keys.map((key) => ({ task: 'greet', payload: {}, key })),
  );

/**
 * Returns a function `wait` and a list `begun`. The nth call of `wait` waits until the test calls the nth
 * function in `begun`.
 */
const gate = () => {
  const begun: (() => void)[] = [];
  return { begun, wait: () => new Promise<void>((resolve) => void begun.push(resolve)) };
};

const workByNotice = (handler: JobHandler): JobWorker => {
  const { pool, database } = infrastructure;
  const worker = new JobWorker({
    pool,
    url: database.url,
    handlers: [handler],
    logger: silentLogger,
    backend: randomUUID(),
    pollMs: 10 * 60_000,
  });
  workers.push(worker);
  worker.start();
  return worker;
};
const beats = async (): Promise<boolean> =>
  (await infrastructure.pool.query('SELECT FROM worker_heartbeats')).rowCount === 1;
const allDone = (): Promise<unknown> => until(async () => (await jobRows(infrastructure.pool)).length === 0);

it('polls once for each job if no other job waits', async () => {
  const looks = jest.spyOn(QueueTable.prototype, 'take');
  workByNotice({ task: 'greet', run: () => Promise.resolve() });
  await until(beats);
  looks.mockClear();
  for (let n = 0; n < 20; n += 1) {
    await enqueue(`job:${n}`);
    await allDone();
  }
  // There may be a few more polls than jobs. The worker also polls when the listener starts, and after a
  // notification for a job that an earlier poll has already taken.
  expect(looks.mock.calls.length).toBeLessThan(30);
});

it('reuses the slot of a job that ends during a poll', async () => {
  const { begun, wait } = gate();
  const answers = gate();
  const table = QueueTable.prototype;
  const take = table.take;
  workByNotice({ task: 'greet', slots: 2, run: wait });
  await until(beats);
  await enqueue('first');
  await until(() => begun.length === 1);
  const ended = jest.spyOn(table, 'finish');
  jest.spyOn(table, 'take').mockImplementationOnce(async function (this: QueueTable, ...asked) {
    const taken = await take.apply(this, asked);
    await answers.wait();
    return taken;
  });
  await enqueue('second', 'third');
  await until(() => answers.begun.length === 1);
  begun[0]?.();
  await until(() => ended.mock.calls.length === 1);
  await ended.mock.results[0]?.value;
  await new Promise((resolve) => setImmediate(resolve));
  answers.begun[0]?.();
  await until(() => begun.length === 3);
  begun.forEach((end) => end());
  await allDone();
});

it('runs every job that waits for a slot, no matter when jobs end and arrive', async () => {
  workByNotice({
    task: 'greet',
    slots: 2,
    // Allowed: the test is about the moments in which jobs end.
    run: () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5)),
  });
  await until(beats);
  for (let n = 0; n < 60; n += 1) {
    await enqueue(`job:${n}`);
    if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await allDone();
});

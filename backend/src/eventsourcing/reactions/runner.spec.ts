import { randomUUID } from 'node:crypto';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import { added, appendTo, closed, opened } from '../projections/testing/counters.js';
import { until } from '../../testing/until.js';
import type { Infrastructure } from '../projections/testing/harness.js';
import { enqueueMissing } from '../../platform/jobs/enqueue.js';
import { migrateJobs } from '../../platform/jobs/migrate-jobs.js';
import { commitJobs, keyed, type ReactionRunner } from './runner.js';
import {
  createJobInfrastructure,
  greetWhenOpened,
  jobRows,
  reactionRunner,
} from './testing/job-infrastructure.js';

describe('ReactionRunner', () => {
  let infrastructure: Infrastructure;
  const runners: ReactionRunner<never>[] = [];

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });

  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await infrastructure.drop();
  });

  const start = (on: Infrastructure = infrastructure): ReactionRunner<never> => {
    const runner = reactionRunner(on, greetWhenOpened) as ReactionRunner<never>;
    runners.push(runner);
    runner.start();
    return runner;
  };

  it('enqueues one job per event, also of events before its time, however often it is started', async () => {
    const one = await appendTo(infrastructure.store, randomUUID(), -1, opened('one'), added(1));
    const first = start();
    await until(async () => (await jobRows(infrastructure.pool)).length === 1);
    await until(() => first.status().caughtUp && first.status().lagMs === 0);
    await first.stop();
    start();
    start();
    await appendTo(infrastructure.store, randomUUID(), -1, opened('two'));
    await until(async () => (await jobRows(infrastructure.pool)).length === 2);
    const events = await infrastructure.pool.query<{ id: string }>(
      "SELECT id FROM event_store.events WHERE type = 'Opened.v1' ORDER BY position",
    );
    expect(
      (await jobRows(infrastructure.pool)).map(({ key, payload, max_attempts }) => ({
        key,
        payload,
        max_attempts,
      })),
    ).toEqual([
      { key: `greet-when-opened:${events.rows[0]?.id}`, payload: { name: 'one' }, max_attempts: 32767 },
      { key: `greet-when-opened:${events.rows[1]?.id}`, payload: { name: 'two' }, max_attempts: 32767 },
    ]);
    expect(one.revision).toBe(1);
  });

  it('begins without a look for the newest event, which takes long in a log of others', async () => {
    const store = Object.assign(Object.create(infrastructure.store) as Infrastructure['store'], {
      head: () => new Promise<never>(() => undefined),
    });
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    const runner = start({ ...infrastructure, store });
    await until(() => runner.status().caughtUp);
    await until(async () => (await jobRows(infrastructure.pool)).length === 1);
  });

  it('moves its checkpoint past events that call for nothing', async () => {
    const id = randomUUID();
    const position = async () =>
      (await infrastructure.pool.query<{ position: string }>('SELECT position FROM checkpoints')).rows[0]
        ?.position;
    const runner = start();
    await until(() => runner.status().caughtUp);
    const first = await appendTo(infrastructure.store, id, -1, closed);
    await until(async () => (await position()) === first.position);
    const second = await appendTo(infrastructure.store, id, 0, closed);
    await until(() => runner.status().caughtUp);
    await runner.stop();
    expect([first.position, second.position]).toContain(await position());
    start();
    await until(async () => (await position()) === second.position);
    expect(await jobRows(infrastructure.pool)).toEqual([]);
  });

  it('enqueues nothing when the checkpoint does not move', async () => {
    const { position } = await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    await claimCheckpoint(infrastructure.pool, { name: 'reaction:r', version: 1, storeId: 's', epoch: 2 });
    const jobs = keyed(greetWhenOpened, 'e1', [
      { task: 'greet', payload: {} },
      { task: 'greet', payload: {} },
    ]);
    expect(jobs.map(({ key }) => key)).toEqual(['greet-when-opened:e1', 'greet-when-opened:e1:1']);
    const fence = { name: 'reaction:r', from: undefined, to: position, epoch: 2 };
    expect(await commitJobs(infrastructure.pool, jobs, { ...fence, epoch: 1 })).toBe(false);
    expect(await jobRows(infrastructure.pool)).toEqual([]);
    expect(await commitJobs(infrastructure.pool, jobs, fence)).toBe(true);
    expect(
      await commitJobs(
        infrastructure.pool,
        [{ ...jobs[0], key: 'again', task: 'greet', payload: {} }],
        fence,
      ),
    ).toBe(false);
    expect((await jobRows(infrastructure.pool)).map(({ key }) => key)).toEqual([
      'greet-when-opened:e1',
      'greet-when-opened:e1:1',
    ]);
  });

  it('leaves the checkpoint where it is when a job cannot be enqueued', async () => {
    const { position } = await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    await claimCheckpoint(infrastructure.pool, { name: 'reaction:r', version: 1, storeId: 's', epoch: 2 });
    const fence = { name: 'reaction:r', from: undefined, to: position, epoch: 2 };
    await expect(
      commitJobs(infrastructure.pool, [{ task: 'greet', payload: {}, key: 'k'.repeat(600) }], fence),
    ).rejects.toThrow();
    expect((await infrastructure.pool.query('SELECT position FROM checkpoints')).rows).toEqual([
      { position: null },
    ]);
  });

  it('adds only what has no living job', async () => {
    const job = (key: string) => ({ task: 'greet', payload: {}, key });
    expect(await enqueueMissing(infrastructure.pool, [job('a')])).toBe(1);
    expect(await enqueueMissing(infrastructure.pool, [job('a'), job('b')])).toBe(1);
    await infrastructure.pool.query(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'a'",
    );
    expect(await enqueueMissing(infrastructure.pool, [job('a'), job('b')])).toBe(1);
    const living = (await jobRows(infrastructure.pool)).filter((row) => row.attempts < row.max_attempts);
    expect(new Set(living.map(({ key }) => key))).toEqual(new Set(['a', 'b']));
    expect(living).toHaveLength(2);
  });

  it('can be migrated by several backends at once', async () => {
    await infrastructure.pool.query('DROP SCHEMA graphile_worker CASCADE');
    await Promise.all([1, 2, 3, 4].map(() => migrateJobs(infrastructure.pool)));
    expect(await enqueueMissing(infrastructure.pool, [{ task: 'greet', payload: {}, key: 'a' }])).toBe(1);
  });
});

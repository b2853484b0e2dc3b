import { randomUUID } from 'node:crypto';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import { added, appendTo, closed, opened } from '../projections/testing/counters.js';
import { until } from '../../platform/testing/until.js';
import type { Infrastructure } from '../projections/testing/harness.js';
import { enqueueJobs, enqueueMissing } from '../../platform/jobs/enqueue.js';
import { commitJobs, keyed, type ReactionRunner } from './runner.js';
import {
  createJobInfrastructure,
  greetWhenOpened,
  jobRows,
  keeper,
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

  it('enqueues one job for each event, old or new, however often it is started', async () => {
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
    expect((await jobRows(infrastructure.pool)).map(({ key, payload }) => ({ key, payload }))).toEqual([
      { key: `greet-when-opened:${events.rows[0]?.id}`, payload: { name: 'one' } },
      { key: `greet-when-opened:${events.rows[1]?.id}`, payload: { name: 'two' } },
    ]);
    expect(one.revision).toBe(1);
  });

  it('checks after each batch whether the service is busy', async () => {
    let checks = 0;
    const busy = (): boolean => {
      checks += 1;
      return false;
    };
    const runner = reactionRunner(infrastructure, greetWhenOpened, keeper(infrastructure.pool), busy);
    runners.push(runner);
    runner.start();
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    await until(() => checks > 0);
  });

  it('starts without reading the newest event, which is slow in a log with foreign events', async () => {
    const store = Object.assign(Object.create(infrastructure.store) as Infrastructure['store'], {
      head: () => new Promise<never>(() => undefined),
    });
    await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    const runner = start({ ...infrastructure, store });
    await until(() => runner.status().caughtUp);
    await until(async () => (await jobRows(infrastructure.pool)).length === 1);
  });

  it('moves its checkpoint past events that cause no job', async () => {
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

  it('enqueues nothing if the checkpoint does not move', async () => {
    const { position } = await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    await claimCheckpoint(infrastructure.pool, { name: 'reaction:r', version: 1, storeId: 's', epoch: 2 });
    const event = { id: 'e1', at: new Date().toISOString() };
    const jobs = keyed(greetWhenOpened, event, [
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

  it("puts jobs from old events behind today's jobs", () => {
    const called = (minutesAgo: number): boolean | undefined => {
      const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      return keyed(greetWhenOpened, { id: 'e1', at }, [{ task: 'greet', payload: {} }])[0]?.late;
    };
    expect([called(0), called(9), called(11)]).toEqual([false, false, true]);
  });

  it('does not move the checkpoint if a job cannot be enqueued', async () => {
    const { position } = await appendTo(infrastructure.store, randomUUID(), -1, opened('one'));
    await claimCheckpoint(infrastructure.pool, { name: 'reaction:r', version: 1, storeId: 's', epoch: 2 });
    const fence = { name: 'reaction:r', from: undefined, to: position, epoch: 2 };
    await expect(
      commitJobs(infrastructure.pool, [{ task: 'greet', payload: {}, key: null as never }], fence),
    ).rejects.toThrow();
    expect((await infrastructure.pool.query('SELECT position FROM checkpoints')).rows).toEqual([
      { position: null },
    ]);
  });

  it('adds a job only if no job has the same key', async () => {
    const job = (key: string) => ({ task: 'greet', payload: {}, key });
    expect(await enqueueMissing(infrastructure.pool, [job('a')])).toBe(1);
    expect(await enqueueMissing(infrastructure.pool, [job('a'), job('b'), job('b')])).toBe(1);
    expect((await jobRows(infrastructure.pool)).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('enqueues each key once for many concurrent callers', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `key:${n}`);
    const jobs = (order: readonly string[]) => order.map((key) => ({ task: 'greet', payload: {}, key }));
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        enqueueJobs(infrastructure.pool, jobs(n % 2 === 0 ? keys : keys.toReversed())),
      ),
    );
    expect(new Set((await jobRows(infrastructure.pool)).map(({ key }) => key))).toEqual(new Set(keys));
    expect(await jobRows(infrastructure.pool)).toHaveLength(keys.length);
  });
});

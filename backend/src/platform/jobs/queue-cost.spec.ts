import { randomUUID } from 'node:crypto';
import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { createJobInfrastructure } from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { isLongRun } from '../testing/long-run.js';
import { silentLogger } from '../logging/logger.js';
import { BufferCount, type Read } from '../postgres/testing/count-buffers.js';
import { grownReads } from '../postgres/testing/grown-reads.js';
import { jobFigures } from './backlog.js';
import { enqueueJobs, enqueueMissing, type KeyedJob } from './enqueue.js';
import { createJanitor } from './janitor.js';
import { jobsOf, parkedJobsOf } from './waiting-jobs.js';
import { QueueTable } from './queue-table.js';

const FEW = 500;
const MANY = isLongRun() ? 50_000 : 5_000;
const TASKS = ['greet', 'part'] as const;
const BATCH = 10;

describe('the queue', () => {
  let infrastructure: Infrastructure;
  let count: BufferCount;
  let table: QueueTable;
  let named = 0;

  beforeAll(async () => {
    infrastructure = await createJobInfrastructure();
    count = new BufferCount(infrastructure.database.url);
    table = new QueueTable(count.pool, randomUUID());
  });
  afterAll(async () => {
    await count.end();
    await infrastructure.drop();
  });

  /** Returns jobs of both tasks. Every third job is for an old event. */
  const jobs = (from: number, to: number): KeyedJob[] =>
    Array.from({ length: to - from }, (_, n) => ({
      task: TASKS[n % 2] ?? 'greet',
      payload: {},
      key: `job-${from + n}`,
      late: n % 3 === 0,
    }));

  /**
   * Enqueues jobs that wait. Some of them are postponed, as if a mail server were unavailable. The database
   * has no statistics on the number of jobs.
   */
  async function wait(from: number, to: number): Promise<void> {
    for (let first = from; first < to; first += FEW)
      await enqueueJobs(infrastructure.pool, jobs(first, Math.min(first + FEW, to)));
    await infrastructure.pool.query(
      `UPDATE owed_jobs SET run_at = now() + interval '1 hour', attempts = 1 WHERE id % 4 = 0 AND attempts = 0`,
    );
  }

  const more = (): KeyedJob[] => {
    named += BATCH;
    return jobs(1_000_000 + named, 1_000_000 + named + BATCH);
  };

  async function reads(): Promise<Map<string, Read>> {
    const janitor = createJanitor({ pool: count.pool, logger: silentLogger, graceMs: 0 });
    const places = new Map(TASKS.map((task) => [task, 2]));
    const looks: Readonly<Record<string, () => Promise<unknown>>> = {
      take: () => table.take(places, [], 10_000),
      finish: async () => {
        for (const taken of await table.take(new Map([['greet', 1]]), [], 10_000)) await table.finish(taken);
      },
      enqueueJobs: () => enqueueJobs(count.pool, more()),
      enqueueMissing: () => enqueueMissing(count.pool, jobs(0, BATCH)),
      janitor: () => janitor.run(new AbortController().signal),
      // `jobFigures` counts at most 50 waiting jobs of each task. Even the first measurement reaches this
      // limit, so the later measurements should not read more.
      jobFigures: () => jobFigures(count.pool, TASKS, 50),
    };
    const found = new Map<string, Read>();
    for (const [name, look] of Object.entries(looks)) {
      found.set(name, await count.of(look));
      await infrastructure.pool.query(
        'UPDATE owed_jobs SET worker = NULL, taken_at = NULL WHERE worker IS NOT NULL',
      );
    }
    return found;
  }

  it('reads no more per poll when ten times as many jobs wait', async () => {
    await wait(0, FEW);
    const young = await reads();
    await wait(FEW, MANY);
    const old = await reads();
    expect(grownReads(young, old)).toEqual([]);
    // Autovacuum runs the same command a minute after so many jobs have arrived.
    await infrastructure.pool.query('VACUUM ANALYZE owed_jobs');
    expect(grownReads(young, await reads())).toEqual([]);
  });

  it('reads only the jobs of one task if only these are wanted', async () => {
    const { pool } = infrastructure;
    await wait(MANY, 2 * MANY);
    const key = (n: number): string => `rare-${n}`;
    await enqueueJobs(
      pool,
      [1, 2, 3].map((n) => ({ task: 'rare', payload: {}, key: key(n) })),
    );
    await pool.query(`UPDATE owed_jobs SET parked_for = 'a' WHERE key = $1`, [key(1)]);
    await pool.query(`UPDATE owed_jobs SET worker = gen_random_uuid() WHERE key = $1`, [key(2)]);
    await pool.query('VACUUM ANALYZE owed_jobs');
    for (const [query, found] of [
      [jobsOf(`'rare'`), 3],
      [parkedJobsOf(`'rare'`), 1],
    ] as const) {
      const read = await count.of(async () =>
        expect((await count.pool.query(query)).rows).toHaveLength(found),
      );
      expect(read.rows).toBeLessThan(FEW / 10);
    }
  });
});

import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { createJobInfrastructure } from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { jobFigures } from './backlog.js';
import { enqueueJobs } from './enqueue.js';

describe('the figures on jobs', () => {
  let infrastructure: Infrastructure;

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
  });

  afterEach(() => infrastructure.drop());

  const dueSince = (key: string, seconds: number): Promise<unknown> =>
    infrastructure.pool.query(
      `UPDATE owed_jobs SET run_at = now() - $2 * interval '1 second' WHERE key = $1`,
      [key, seconds],
    );

  it('give for each task the time since the oldest unclaimed job of any priority became due', async () => {
    const { pool } = infrastructure;
    await enqueueJobs(pool, [
      { task: 'greet', key: 'a', payload: {} },
      { task: 'greet', key: 'b', payload: {}, late: true },
      { task: 'greet', key: 'taken', payload: {} },
      { task: 'part', key: 'later', payload: {} },
    ]);
    await dueSince('a', 20);
    await dueSince('b', 300);
    await dueSince('taken', 4000);
    await dueSince('later', -60);
    await pool.query(`UPDATE owed_jobs SET worker = gen_random_uuid(), taken_at = now() WHERE key = 'taken'`);
    const figures = await jobFigures(pool, ['greet', 'part', 'rest']);
    expect(figures.get('greet')).toMatchObject({ waiting: 2, running: 1, failed: 0, failedAge: 0 });
    expect(figures.get('greet')?.dueAge).toBeGreaterThanOrEqual(300);
    expect(figures.get('greet')?.dueAge).toBeLessThan(4000);
    expect(figures.get('part')).toMatchObject({ waiting: 1, running: 0, dueAge: 0 });
    const nothing = { waiting: 0, running: 0, failed: 0, parked: 0, dueAge: 0, runningAge: 0, failedAge: 0 };
    expect(figures.get('rest')).toEqual(nothing);
  });

  it('give the time since the oldest running job was taken, no matter when it was due', async () => {
    const { pool } = infrastructure;
    await enqueueJobs(pool, [
      { task: 'greet', key: 'a', payload: {} },
      { task: 'greet', key: 'b', payload: {} },
      { task: 'part', key: 'waits', payload: {} },
    ]);
    await dueSince('a', 50_000);
    await pool.query(
      `UPDATE owed_jobs SET worker = gen_random_uuid(),
         taken_at = now() - CASE key WHEN 'a' THEN interval '1 minute' ELSE interval '2 hours' END
       WHERE task = 'greet'`,
    );
    const figures = await jobFigures(pool, ['greet', 'part']);
    expect(figures.get('greet')).toMatchObject({ waiting: 0, running: 2 });
    expect(figures.get('greet')?.runningAge).toBeGreaterThanOrEqual(7200);
    expect(figures.get('greet')?.runningAge).toBeLessThan(50_000);
    expect(figures.get('part')).toMatchObject({ waiting: 1, running: 0, runningAge: 0 });
  });

  it('give the number of unclaimed failed jobs, and the time for which the oldest of them has been owed', async () => {
    const { pool } = infrastructure;
    await enqueueJobs(
      pool,
      ['fresh', 'failed', 'failed long ago', 'failed and taken'].map((key) => ({
        task: 'greet',
        key,
        payload: {},
      })),
    );
    await pool.query(
      `UPDATE owed_jobs SET error = 'ECONNREFUSED', attempts = 1, run_at = now() + interval '1 hour',
         made_at = now() - CASE key WHEN 'failed' THEN interval '1 minute' ELSE interval '3 hours' END
       WHERE key LIKE 'failed%'`,
    );
    await pool.query(
      `UPDATE owed_jobs SET worker = gen_random_uuid(), taken_at = now() WHERE key = 'failed and taken'`,
    );
    const figures = (await jobFigures(pool, ['greet'])).get('greet');
    expect(figures).toMatchObject({ waiting: 1, running: 1, failed: 2 });
    expect(figures?.failedAge).toBeGreaterThanOrEqual(10_800);
    expect(figures?.failedAge).toBeLessThan(11_000);
  });

  it('count up to a limit', async () => {
    const { pool } = infrastructure;
    await enqueueJobs(
      pool,
      Array.from({ length: 12 }, (_, n) => ({ task: 'greet', key: `${n}`, payload: {} })),
    );
    expect((await jobFigures(pool, ['greet'], 5)).get('greet')).toMatchObject({ waiting: 5, failed: 0 });
    await pool.query(`UPDATE owed_jobs SET error = 'Error' WHERE id % 2 = 0`);
    expect((await jobFigures(pool, ['greet'], 5)).get('greet')).toMatchObject({ waiting: 5, failed: 5 });
  });
});

import type { Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { createJobInfrastructure } from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { backlogAges } from './backlog.js';
import { enqueueJobs } from './enqueue.js';

describe('the age of the backlog', () => {
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

  it('is that of the oldest job that is due and that nobody has, of each task and of any priority', async () => {
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
    const ages = await backlogAges(pool, ['greet', 'part', 'rest']);
    expect(ages.get('greet')?.waiting).toBeGreaterThanOrEqual(300);
    expect(ages.get('greet')?.waiting).toBeLessThan(4000);
    expect([ages.get('part'), ages.get('rest')].map((age) => age?.waiting)).toEqual([0, 0]);
  });

  it('is that of the oldest job in hand too, whenever it was due', async () => {
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
    const ages = await backlogAges(pool, ['greet', 'part']);
    expect(ages.get('greet')?.inHand).toBeGreaterThanOrEqual(7200);
    expect(ages.get('greet')?.inHand).toBeLessThan(50_000);
    expect(ages.get('part')?.inHand).toBe(0);
  });
});

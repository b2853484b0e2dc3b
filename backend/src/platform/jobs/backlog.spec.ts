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
    expect(ages.get('greet')).toBeGreaterThanOrEqual(300);
    expect(ages.get('greet')).toBeLessThan(4000);
    expect([ages.get('part'), ages.get('rest')]).toEqual([0, 0]);
  });
});

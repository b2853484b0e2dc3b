import { BATCH } from '../platform/postgres/in-batches.js';
import { countingRows } from '../platform/postgres/testing/count-rows.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { forgetVisitors } from './forget-visitors.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';
import { VisitorsToForget1795000002000 } from './migrations/1795000002000-visitors-to-forget.js';

describe('forgetting visitors', () => {
  let database: TestDatabase;
  const clock = { now: () => new Date('2026-11-12T10:00:00.000Z') };
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [Analytics1763700000300, VisitorsToForget1795000002000],
    });
    await database.pool.query(
      `INSERT INTO page_views SELECT gen_random_uuid(), 'home', $1::timestamptz, 'Mozilla/5.0', 'session-' || n
       FROM generate_series(1, $2::int) n`,
      ['2026-10-01T10:00:00.000Z', 2 * BATCH + 1],
    );
    await database.pool.query(
      `INSERT INTO funnel_events SELECT gen_random_uuid(), 'view', NULL, $1::timestamptz, $1::date, 'session-' || n
       FROM generate_series(1, $2::int) n`,
      ['2026-10-01T10:00:00.000Z', BATCH + 1],
    );
  });
  afterAll(() => database.drop());

  const known = async (): Promise<number[]> => {
    const { rows } = await database.pool.query<{ views: number; events: number }>(
      `SELECT (SELECT count(*)::int FROM page_views WHERE user_agent IS NOT NULL OR session_id IS NOT NULL) AS views,
         (SELECT count(*)::int FROM funnel_events WHERE session_id IS NOT NULL) AS events`,
    );
    return [rows[0]?.views ?? 0, rows[0]?.events ?? 0];
  };

  it('stops between two statements when aborted, and continues the next time, however many are due', async () => {
    const counts: number[] = [];
    const stopping = new AbortController();
    const pool = countingRows(database.pool, counts, () => stopping.abort());
    await forgetVisitors(pool, clock, 30).run(stopping.signal);
    expect(counts).toEqual([BATCH]);
    const all = countingRows(database.pool, counts);
    await forgetVisitors(all, clock, 30).run(new AbortController().signal);
    expect(counts.slice(1)).toEqual([BATCH, 1, BATCH, 1]);
    expect(await known()).toEqual([0, 0]);
  });
});

import { BATCH } from '../platform/postgres/in-batches.js';
import { countingRows } from '../platform/postgres/testing/count-rows.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { forgetVisitors } from './forget-visitors.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';
import { VisitorsToForget1795000002000 } from './migrations/1795000002000-visitors-to-forget.js';
import { CountedVisits1795000005420 } from './migrations/1795000005420-counted-visits.js';
import { VisitsToDelete1795000009082 } from './migrations/1795000009082-visits-to-delete.js';

const NOW = new Date('2026-11-12T10:00:00.000Z');
const clock = { now: () => NOW };
const never = new AbortController().signal;
const OLD = '2026-10-13T09:59:59.999Z';
const RECENT = '2026-10-13T10:00:00.000Z';

describe('forgetting visitors', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [
        Analytics1763700000300,
        VisitorsToForget1795000002000,
        CountedVisits1795000005420,
        VisitsToDelete1795000009082,
      ],
    });
  });
  afterAll(() => database.drop());
  beforeEach(() => database.pool.query('TRUNCATE page_views, funnel_events'));

  const visits = async (at: string, isCounted: boolean, count: number): Promise<void> => {
    await database.pool.query(
      `INSERT INTO page_views (id, page, "timestamp", user_agent, session_id, is_counted)
       SELECT gen_random_uuid(), 'home', $1::timestamptz, 'Mozilla/5.0', 'session-' || n, $2
       FROM generate_series(1, $3::int) n`,
      [at, isCounted, count],
    );
    await database.pool.query(
      `INSERT INTO funnel_events (id, event_type, "timestamp", day, session_id, is_counted)
       SELECT gen_random_uuid(), 'view', $1::timestamptz, $1::timestamptz::date, gen_random_uuid(), $2
       FROM generate_series(1, $3::int) n`,
      [at, isCounted, count],
    );
  };
  /**
   * Returns two numbers for each table: the rows that are left, and how many of these rows contain data that
   * distinguishes a visitor.
   */
  const left = async (): Promise<unknown> => {
    const { rows } = await database.pool.query(
      `SELECT 'views' AS of, count(*)::int AS rows, count(coalesce(user_agent, session_id))::int AS known FROM page_views
       UNION ALL SELECT 'steps', count(*)::int, count(session_id)::int FROM funnel_events`,
    );
    return rows;
  };

  it('stops between two statements when aborted, and continues the next time, however many are due', async () => {
    await visits(OLD, true, 2 * BATCH + 1);
    const counts: number[] = [];
    const stopping = new AbortController();
    const pool = countingRows(database.pool, counts, () => stopping.abort());
    await forgetVisitors(pool, clock, 30).run(stopping.signal);
    expect(counts).toEqual([BATCH]);
    const all = countingRows(database.pool, counts);
    await forgetVisitors(all, clock, 30).run(never);
    expect(counts.slice(1)).toEqual([BATCH, 1, 0, BATCH, BATCH, 1, 0]);
    expect(await left()).toEqual([
      { of: 'views', rows: 0, known: 0 },
      { of: 'steps', rows: 0, known: 0 },
    ]);
  });

  it('keeps visits until their retention time is over', async () => {
    await visits(RECENT, true, 2);
    await visits(RECENT, false, 1);
    await forgetVisitors(database.pool, clock, 30).run(never);
    expect(await left()).toEqual([
      { of: 'views', rows: 3, known: 3 },
      { of: 'steps', rows: 3, known: 3 },
    ]);
  });

  it('keeps the rows of old visits that no sum contains, and blanks them', async () => {
    await visits(OLD, false, BATCH + 1);
    await visits(OLD, true, 1);
    await forgetVisitors(database.pool, clock, 30).run(never);
    expect(await left()).toEqual([
      { of: 'views', rows: BATCH + 1, known: 0 },
      { of: 'steps', rows: BATCH + 1, known: 0 },
    ]);
  });
});

import { berlinDay } from '@siegel/contracts/formats';
import { BATCH } from '../platform/postgres/in-batches.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { countVisits } from './count-visits.js';
import { ReadSummary, ReadSummaryHandler } from './figures.queries.js';
import { forgetVisitors } from './forget-visitors.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';
import { VisitorsToForget1795000002000 } from './migrations/1795000002000-visitors-to-forget.js';
import { Figures1795000005410 } from './migrations/1795000005410-figures.js';
import { CountedVisits1795000005420 } from './migrations/1795000005420-counted-visits.js';
import { VisitsToDelete1795000009082 } from './migrations/1795000009082-visits-to-delete.js';

const never = new AbortController().signal;

/** Half-hour steps from before to after both clock changes of 2026. */
const HALF_HOURS = ['2026-03-28T20:00:00.000Z', '2026-10-24T20:00:00.000Z'].flatMap((begin) =>
  Array.from({ length: 60 }, (_, n) => new Date(Date.parse(begin) + n * 1_800_000)),
);

describe('the sums of visits', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [
        Analytics1763700000300,
        VisitorsToForget1795000002000,
        Figures1795000005410,
        CountedVisits1795000005420,
        VisitsToDelete1795000009082,
      ],
    });
  });
  afterAll(() => database.drop());
  beforeEach(() => database.pool.query('TRUNCATE page_views, funnel_events, visit_sums'));

  const view = (page: string, times: readonly Date[]) =>
    database.pool.query(
      `INSERT INTO page_views (id, page, "timestamp", user_agent, session_id)
       SELECT gen_random_uuid(), $1, at, 'Mozilla/5.0', 's' FROM unnest($2::timestamptz[]) at`,
      [page, times],
    );
  const open = (session: string, at: Date) =>
    database.pool.query(
      `INSERT INTO funnel_events (id, event_type, "timestamp", day, session_id) VALUES (gen_random_uuid(), 'view', $1, $2, $3)`,
      [at, berlinDay(at), session],
    );
  const summary = (startDate: string, endDate = startDate) =>
    new ReadSummaryHandler(database.pool).execute(new ReadSummary({ startDate, endDate }));
  const uncounted = async (): Promise<number> =>
    (
      await database.pool.query<{ count: number }>(
        `SELECT (SELECT count(*) FROM page_views WHERE NOT is_counted)::int
           + (SELECT count(*) FROM funnel_events WHERE NOT is_counted)::int AS count`,
      )
    ).rows[0]?.count ?? 0;

  it('change no figure: a visit counts for its day in Berlin, both before and after it is summed', async () => {
    await view('faq', HALF_HOURS);
    for (const [index, at] of HALF_HOURS.entries()) await open(`session-${index}`, at);
    const days = [...new Set(HALF_HOURS.map(berlinDay))];
    expect(days).toHaveLength(6);
    const tell = async () => Promise.all(days.map((day) => summary(day)));
    const before = await tell();
    for (const [index, day] of days.entries()) {
      const count = HALF_HOURS.filter((at) => berlinDay(at) === day).length;
      expect(before[index]).toMatchObject({
        totalPageViews: count,
        daily: [{ date: day, eventType: 'view', count }],
      });
    }
    await countVisits(database.pool).run(never);
    expect(await uncounted()).toBe(0);
    expect(await tell()).toEqual(before);
    expect(await summary(days[0] ?? '', days[5])).toMatchObject({ totalPageViews: HALF_HOURS.length });
  });

  it('add new visits once, however many there are', async () => {
    const noon = new Date('2026-11-12T11:00:00.000Z');
    await view(
      'home',
      Array.from({ length: BATCH + 1 }, () => noon),
    );
    await view('contact', [noon]);
    await countVisits(database.pool).run(never);
    await view('home', [noon]);
    await countVisits(database.pool).run(never);
    await countVisits(database.pool).run(never);
    expect(await uncounted()).toBe(0);
    const { rows } = await database.pool.query(
      'SELECT kind, day::text, name, value FROM visit_sums ORDER BY name',
    );
    expect(rows).toEqual([
      { kind: 'page', day: '2026-11-12', name: 'contact', value: 1 },
      { kind: 'page', day: '2026-11-12', name: 'home', value: BATCH + 2 },
    ]);
    await view('home', [noon]);
    expect(await summary('2026-11-12')).toMatchObject({ totalPageViews: BATCH + 4 });
  });

  it('do not count a visit twice if two counters run concurrently', async () => {
    const noon = new Date('2026-11-12T11:00:00.000Z');
    await view(
      'home',
      Array.from({ length: 3 * BATCH }, () => noon),
    );
    const work = countVisits(database.pool);
    await Promise.all([work.run(never), work.run(never), work.run(never)]);
    await work.run(never);
    expect(await summary('2026-11-12')).toMatchObject({ totalPageViews: 3 * BATCH });
    expect(await uncounted()).toBe(0);
  });

  it('stop growing between two statements when the counter is aborted', async () => {
    await view(
      'home',
      Array.from({ length: 2 * BATCH }, () => new Date('2026-11-12T11:00:00.000Z')),
    );
    await countVisits(database.pool).run(AbortSignal.abort());
    expect(await uncounted()).toBe(2 * BATCH);
  });

  it('do not change when visitors are forgotten, before and after the sums contain the visits', async () => {
    await view('home', [new Date('2026-11-12T11:00:00.000Z')]);
    await open('session', new Date('2026-11-12T11:00:00.000Z'));
    const before = await summary('2026-11-12');
    expect(before).toMatchObject({ totalPageViews: 1, daily: [{ eventType: 'view', count: 1 }] });
    const forget = forgetVisitors(database.pool, { now: () => new Date('2027-01-01T00:00:00.000Z') }, 30);
    await forget.run(never);
    expect(await summary('2026-11-12')).toEqual(before);
    await countVisits(database.pool).run(never);
    await forget.run(never);
    expect(await summary('2026-11-12')).toEqual(before);
    const { rows } = await database.pool.query(
      'SELECT id FROM page_views UNION ALL SELECT id FROM funnel_events',
    );
    expect(rows).toEqual([]);
  });
});

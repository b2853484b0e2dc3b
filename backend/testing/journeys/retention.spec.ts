import { DAY_MS } from '@siegel/contracts/limits';
import { berlinDay } from '@siegel/contracts/formats';
import { eraseOldDrafts } from '#src/erasure/erase-old-drafts';
import { countVisits } from '#src/analytics/count-visits';
import { ReadSummary, ReadSummaryHandler } from '#src/analytics/figures.queries';
import { forgetVisitors } from '#src/analytics/forget-visitors';
import { ndaStream } from '#src/nda/nda.events';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { enqueueMissing, type KeyedJob } from '#src/platform/jobs/enqueue';
import { until } from '#src/platform/testing/until';
import { create, read, sign } from '../steps/steps.js';
import { draftsBefore } from '#src/agreements/owed/owed-work';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * DAY_MS) });
const never = new AbortController().signal;

describe('retention', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.stop());

  it('erases unsigned drafts after 30 days: rows, key and images are deleted, the chain stays intact', async () => {
    const browser = backend.browser();
    const [draft, signed] = [await create(browser), await create(browser)];
    await sign(browser, signed, 1);
    const { pool, commands, store, logger } = backend.backend.infrastructure;
    const enqueue = (jobs: readonly KeyedJob[]) => enqueueMissing(pool, jobs);
    const parts = { draftsBefore: draftsBefore.bind(undefined, pool), commands, logger, enqueue, days: 30 };
    await eraseOldDrafts({ ...parts, clock: inDays(29) }).run(never);
    await read(browser, draft);
    await eraseOldDrafts({ ...parts, clock: inDays(31) }).run(never);
    await until(async () => (await browser.get(`/api/ndas/${draft}`)).status === 404);
    await until(async () => (await store.readStream(ndaStream(draft))).at(-1)?.type === 'NdaKeyDestroyed.v1');
    await read(browser, signed);
    expect(verifyChain(await store.readStream(ndaStream(draft)))).toMatchObject({ intact: true });
    const { rows } = await pool.query<{ wrapped: Buffer | null }>(
      'SELECT wrapped FROM vault_keys WHERE subject = $1',
      [ndaStream(draft)],
    );
    expect(rows).toEqual([{ wrapped: null }]);
    const { events } = await backend.backend.infrastructure.journal.load(ndaStream(draft));
    expect(events[0]).toMatchObject({ type: 'NdaCreated', personal: undefined, erased: true });
  });

  it('deletes page views and openings of the wizard after 30 days, and keeps the counts', async () => {
    const browser = backend.browser();
    await browser
      .post('/api/analytics/funnel-event')
      .send({ eventType: 'view', sessionId: 'session-1234567890-abc' })
      .expect(202);
    await browser
      .post('/api/analytics/page-view')
      .set('user-agent', 'Mozilla/5.0 Firefox/140')
      .send({ page: 'faq', sessionId: 'session-1234567890-abc' })
      .expect(202);
    const { pool } = backend.backend.infrastructure;
    const views = async () =>
      (
        await pool.query<{ user_agent: string | null; session_id: string | null }>(
          "SELECT user_agent, session_id FROM page_views WHERE page = 'faq'",
        )
      ).rows;
    await until(async () => (await views()).length === 1);
    const figures = async () => {
      const today = berlinDay(new Date());
      const range = new ReadSummary({ startDate: today, endDate: today });
      return new ReadSummaryHandler(pool).execute(range);
    };
    const before = await figures();
    expect(before).toMatchObject({ totalPageViews: 1 });
    await countVisits(pool).run(never);
    await forgetVisitors(pool, inDays(29), 30).run(never);
    expect((await views())[0]?.session_id).not.toBeNull();
    await forgetVisitors(pool, inDays(31), 30).run(never);
    expect(await views()).toEqual([]);
    const { rows } = await pool.query('SELECT id FROM funnel_events');
    expect(rows).toEqual([]);
    expect(await figures()).toEqual(before);
  });
});

import type { AdminAnalyticsView, AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import type TestAgent from 'supertest/lib/agent.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import { create, openIntent, payByCard, sign, signedByBoth, untilSent } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { until } from '../platform/testing/until.js';
import { act } from '../../testing/steps/act.js';
import { figuresProjection } from './figures.projection.js';

const SUMMARY = '/api/analytics/summary';
const FIGURES = '/api/admin/analytics';
/**
 * At the time `EVENING` it is 23:30 on the 12th in Berlin. At the time `NIGHT`, an hour later, it is the
 * 13th.
 */
const EVENING = new Date('2026-11-12T22:30:00.000Z');
const NIGHT = new Date('2026-11-12T23:30:00.000Z');

let now = EVENING;
let test: TestBackend;
let admin: TestAgent;
let auditor: TestAgent;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => now } });
  [admin, auditor] = [test.browser(), test.browser('en')];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  await auditor.post('/api/admin/login').send({ password: 'the-auditor-of-the-tests' }).expect(200);
});
afterAll(() => test.stop());

const summary = async (startDate: string, endDate = startDate): Promise<AnalyticsSummaryView> =>
  (await admin.get(SUMMARY).query({ startDate, endDate }).expect(200)).body;
const figures = async (): Promise<AdminAnalyticsView> => (await admin.get(FIGURES).expect(200)).body;
const steps = ({ daily }: AnalyticsSummaryView): Record<string, number> =>
  Object.fromEntries(daily.map(({ date, eventType, count }) => [`${date} ${eventType}`, count]));

describe('access to the figures', () => {
  it.each([SUMMARY, FIGURES])('%s is for the admin alone', async (path) => {
    await test.browser().get(path).expect(401);
    const refused = await auditor.get(path).expect(403);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'forbidden' });
    await admin.get(path).expect(200);
  });

  it.each([
    ['?startDate=heute', 'startDate', 'validation.day'],
    ['?startDate=2026-02-30', 'startDate', 'validation.day'],
    ['?startDate=2026-11-12T00:00:00Z&endDate=2026-11-13', 'startDate', 'validation.day'],
    ['?startDate=2026-11-12&startDate=2026-11-13', 'startDate', 'validation.day'],
    ['?endDate=99999-01-01', 'endDate', 'validation.day'],
    [`?endDate=${'9'.repeat(200)}`, 'endDate', 'validation.day'],
    ['?startDate=2026-11-13&endDate=2026-11-12', 'endDate', 'validation.range.reversed'],
    ['?startDate=2026-11-13', 'startDate', 'validation.range.reversed'],
    ['?startDate=1900-01-01&endDate=2026-11-12', 'endDate', 'validation.range.max'],
    ['?von=2026-11-12', 'von', 'validation.unknown'],
  ])('%s is refused', async (query, field, code) => {
    const refused = await admin.get(`${SUMMARY}${query}`).expect(400);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'validation_failed', errors: [{ field, code }] });
  });

  it('treats an empty day as absent, and accepts a range of ten years', async () => {
    await admin.get(`${SUMMARY}?startDate=&endDate=`).expect(200);
    await admin.get(`${SUMMARY}?startDate=2016-11-13&endDate=2026-11-12`).expect(200);
  });
});

describe('the figures', () => {
  it('follow the events, each on its day in Berlin', async () => {
    const visitor = test.browser();
    await visitor.post('/api/analytics/page-view').send({ page: 'home', sessionId: 'a' }).expect(202);
    await visitor.post('/api/analytics/funnel-event').send({ eventType: 'view', sessionId: 'a' }).expect(202);
    const first = await create(visitor);
    now = NIGHT;
    await visitor.post('/api/analytics/page-view').send({ page: 'faq', sessionId: 'a' }).expect(202);
    const second = await create(visitor, { replaces: first, ideaTitle: 'Eine andere Idee als zuvor' });
    await sign(visitor, second, 1);
    await openIntent(visitor, second);
    await until(async () => (await figures()).payments.pending === 1);
    await sign(visitor, second, 2);
    await payByCard(visitor, second);
    await untilSent(visitor, second);
    await signedByBoth(visitor);
    await until(async () => {
      const { byStatus } = await figures();
      return byStatus.sent === 1 && byStatus.completed === 1;
    });
    expect(await figures()).toEqual({
      total: 2,
      byStatus: { draft: 0, party1_signed: 0, completed: 1, sent: 1 },
      payments: { total: 1, pending: 0, totalRevenue: 1.99 },
    });
    expect(steps(await summary('2026-11-12', '2026-11-13'))).toEqual({
      '2026-11-12 view': 1,
      '2026-11-12 created': 1,
      '2026-11-13 created': 1,
      '2026-11-13 signed': 2,
      '2026-11-13 paid': 1,
    });
    const { funnelMetrics, totalPageViews, pageViewsByPage } = await summary('2026-11-13');
    expect(funnelMetrics.map(({ count }) => count)).toEqual([0, 1, 2, 1]);
    expect(totalPageViews).toBe(1);
    expect(pageViewsByPage.find(({ page }) => page === 'faq')).toEqual({ page: 'faq', count: 1 });
    expect(steps((await admin.get(SUMMARY).expect(200)).body)).toHaveProperty('2026-11-12 view');
  });

  it('keep the past of an erased NDA, including its money', async () => {
    const visitor = test.browser();
    const id = await signedByBoth(visitor);
    await payByCard(visitor, id);
    await untilSent(visitor, id);
    await until(async () => (await figures()).byStatus.sent === 2);
    const before = await figures();
    const funnel = await summary('2026-11-13');
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    await until(async () => (await figures()).byStatus.sent === 1);
    expect(await figures()).toEqual({
      total: before.total - 1,
      byStatus: { ...before.byStatus, sent: 1 },
      payments: { ...before.payments, total: before.payments.total - 1 },
    });
    expect(await summary('2026-11-13')).toEqual(funnel);
  });

  it('are the same after a rebuild, and after reading the whole log again', async () => {
    const { infrastructure } = test.backend;
    const { pool } = infrastructure;
    const all = async () => [await figures(), await summary('2026-11-12', '2026-11-13')];
    const before = await all();
    await pool.query('UPDATE figure_sums SET value = value + 7');
    expect(await all()).not.toEqual(before);
    await rebuildProjection({ ...infrastructure, projection: figuresProjection as unknown as Projection });
    expect(await all()).toEqual(before);

    const place = async (): Promise<string | null> =>
      (await pool.query(`SELECT position FROM checkpoints WHERE name = 'figures'`)).rows[0]?.position;
    await pool.query(`UPDATE checkpoints SET position = NULL WHERE name = 'figures'`);
    await create(test.browser());
    await until(async () => (await place()) !== null && (await figures()).byStatus.draft === 1);
    const [then] = before as [AdminAnalyticsView, AnalyticsSummaryView];
    expect(await figures()).toEqual({
      ...then,
      total: then.total + 1,
      byStatus: { ...then.byStatus, draft: 1 },
    });
  });
});

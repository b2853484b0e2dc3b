import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../http/testing/test-app.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { AnalyticsModule } from './analytics.module.js';
import { isBot } from './bots.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';

let now = new Date('2026-11-12T10:00:00.000Z');
let database: TestDatabase;
let test: TestApp;
beforeAll(async () => {
  database = await createTestDatabase({ migrations: [...HTTP_MIGRATIONS, Analytics1763700000300] });
  test = await createTestApp({ database, imports: [AnalyticsModule], clock: { now: () => now } });
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

const post = (path: string, body: object): request.Test =>
  request(test.server).post(`/api/analytics/${path}`).send(body);
const rows = async (table: string): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(`SELECT * FROM ${table} ORDER BY id`)).rows as Record<string, unknown>[];
beforeEach(() => database.pool.query('TRUNCATE page_views, funnel_events'));

describe('a page view', () => {
  it('is stored with an unreadable session', async () => {
    await post('page-view', { page: 'faq', sessionId: 'session_1_abc' })
      .set('user-agent', 'Mozilla/5.0')
      .expect(202);
    const [row] = await rows('page_views');
    expect(row).toMatchObject({ page: 'faq', user_agent: 'Mozilla/5.0', timestamp: now });
    expect(row?.['session_id']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is accepted but not stored for a bot, or for a visitor who refuses tracking', async () => {
    const body = { page: 'home', sessionId: 's' };
    await post('page-view', body).set('user-agent', 'Mozilla/5.0 (compatible; Googlebot/2.1)').expect(202);
    await post('page-view', body).set('dnt', '1').expect(202);
    await post('page-view', body).set('sec-gpc', '1').expect(202);
    expect(await rows('page_views')).toEqual([]);
    expect(isBot('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0')).toBe(false);
  });

  it.each([
    [{ page: 'secret', sessionId: 's' }, 'page'],
    [{ page: 'home' }, 'sessionId'],
    [{ page: 'home', sessionId: '' }, 'sessionId'],
    [{ page: 'home', sessionId: 7 }, 'sessionId'],
    [{ page: 'home', sessionId: 'x'.repeat(201) }, 'sessionId'],
    [{ page: 'home', sessionId: 's', userAgent: 'x' }, 'userAgent'],
  ])('%j is refused', async (body, field) => {
    const response = await post('page-view', body).expect(400);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
  });
});

describe('a funnel event', () => {
  it('counts views once per session and day in Berlin', async () => {
    const view = { eventType: 'view', sessionId: 'a' };
    await post('funnel-event', view).expect(202);
    await post('funnel-event', view).expect(202);
    await post('funnel-event', { ...view, sessionId: 'b' }).expect(202);
    expect(await rows('funnel_events')).toHaveLength(2);
    now = new Date('2026-11-12T23:30:00.000Z');
    await post('funnel-event', view).expect(202);
    expect(await rows('funnel_events')).toHaveLength(3);
  });

  it('of another kind is accepted but not counted', async () => {
    for (const eventType of ['created', 'signed', 'paid']) {
      await post('funnel-event', { eventType, ndaId: randomUUID(), sessionId: 'a' }).expect(202);
    }
    await post('funnel-event', { eventType: 'view', ndaId: null, sessionId: 'a' }).expect(202);
    expect(await rows('funnel_events')).toHaveLength(1);
  });

  it.each([
    [{ eventType: 'refunded', sessionId: 'a' }, 'eventType'],
    [{ eventType: 'view', sessionId: 'a', ndaId: '12' }, 'ndaId'],
    [{ eventType: 'view' }, 'sessionId'],
  ])('%j is refused', async (body, field) => {
    const response = await post('funnel-event', body).expect(400);
    expect(JSON.parse(response.text)).toMatchObject({ errors: [{ field }] });
  });
});

it('answers 429 with Retry-After beyond sixty a minute', async () => {
  now = new Date('2026-11-13T10:00:15.000Z');
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1)
    statuses.push((await post('page-view', { page: 'home', sessionId: 's' })).status);
  expect(statuses.slice(0, 60).every((status) => status === 202)).toBe(true);
  const refused = await post('page-view', { page: 'home', sessionId: 's' });
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('45');
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate_limited' });
});

import { HOUR_MS } from '@siegel/contracts/limits';
import type { Response } from 'supertest';
import { problem } from '#src/http/testing/problem';
import { SetClock } from '#src/vault/testing/vault-database';
import { terms } from '../steps/samples.js';
import { create, signedByBoth } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

const MINUTE_MS = 60_000;
const OPERATOR = { SITE_NAME: 'Siegel', SITE_ADDRESS: 'Musterstraße 1', SITE_PHONE: '0761 1' };

/** Tests the rate limits by making calls (rule:limits-per-address). */
describe('limits per address', () => {
  const clock = new SetClock();
  let test: TestBackend;
  let addresses = 0;
  beforeAll(async () => {
    test = await startTestBackend({
      clock,
      env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1', ...OPERATOR },
    });
  });
  afterAll(() => test.stop());

  function browserAt(address: string) {
    const browser = test.browser('en');
    void browser.set('x-forwarded-for', address);
    return browser;
  }
  const newcomer = () => browserAt(`203.0.113.${(addresses += 1)}`);

  async function statuses(times: number, ask: () => Promise<Response>): Promise<number[]> {
    const all: number[] = [];
    for (let n = 0; n < times; n += 1) all.push((await ask()).status);
    return all;
  }
  function expectLimited(answer: Response, withinSeconds: number): void {
    expect(problem(answer)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Too many requests. Please try again later.',
    });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(withinSeconds);
  }
  const times = (status: number, count: number): number[] => Array.from({ length: count }, () => status);

  it('allow 30 new NDAs an hour', async () => {
    const browser = newcomer();
    const ask = async () => browser.post('/api/ndas').send(terms);
    const mistaken = async () => browser.post('/api/ndas').send({ ...terms, party2Email: 'grace@example' });
    expect(await statuses(11, mistaken)).toEqual(times(400, 11));
    expect(await statuses(30, ask)).toEqual(times(201, 30));
    expectLimited(await ask(), 3600);
    await create(newcomer());
    clock.advance(HOUR_MS);
    expect((await ask()).status).toBe(201);
  });

  it('allow 5 withdrawals an hour with a mail, and 50 withdrawals in all, whatever they name', async () => {
    const browser = newcomer();
    let orders = 0;
    const ask = async () => {
      orders += 1;
      const email = `grace${orders}@example.org`;
      return browser.post('/api/withdrawals').send({ name: 'Grace', email, reference: `order ${orders}` });
    };
    const asked = await Promise.all(Array.from({ length: 50 }, ask));
    expect(asked.map(({ status }) => status)).toEqual(times(202, 50));
    expect(asked.filter(({ body }) => body.mail === 'sent')).toHaveLength(5);
    const refused = await ask();
    expect(problem(refused)).toMatchObject({
      status: 429,
      code: 'rate_limited',
      detail: expect.stringMatching(/^Too many withdrawals .*: Siegel, Musterstraße 1, telephone 0761 1\.$/),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    clock.advance(HOUR_MS);
    expect((await ask()).body).toMatchObject({ mail: 'sent' });
  });

  it('allow 20 signatures a minute for one agreement, from all addresses together', async () => {
    const browser = newcomer();
    const id = await create(browser);
    const ask = async () =>
      browser
        .post(`/api/ndas/${id}/sign`)
        .send({ partyNumber: '1', signature: 'data:image/png;base64,AAAA' });
    expect(await statuses(20, ask)).toEqual(times(422, 20));
    expectLimited(await ask(), 60);
    const other = await create(browser);
    await browser.post(`/api/ndas/${other}/sign`).send({ partyNumber: '1' }).expect(422);
    clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(422);
  });

  it('allow 60 typed names a minute, whatever the names', async () => {
    const browser = newcomer();
    const ask = async (name = 'Ada') => browser.post('/api/signatures/typed').send({ name, style: 1 });
    expect(await statuses(59, ask)).toEqual(times(200, 59));
    expect((await ask('王')).status).toBe(422);
    expectLimited(await ask('Grace'), 60);
    clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(200);
  });

  it('allow 60 requests a minute to send a document again, over all agreements', async () => {
    const browser = newcomer();
    const ids = [await create(browser), await create(browser)];
    const ask = async (id = ids[0]) => browser.post(`/api/ndas/${id}/send-email`);
    expect(await statuses(60, ask)).toEqual(times(409, 60));
    expectLimited(await ask(ids[1]), 60);
    await browser.get(`/api/ndas/${ids[1]}`).expect(200);
    clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(409);
  });

  it('do not count requests to rewrite a text if no AI provider is configured', async () => {
    const browser = newcomer();
    const ask = async () =>
      browser.post('/api/optimize-description').send({ description: terms.ideaDescription, language: 'de' });
    expect(await statuses(11, ask)).toEqual(times(503, 11));
  });

  it('allow 10 wrong voucher codes an hour; valid codes and other refusals are not counted', async () => {
    const admin = newcomer();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body: voucher } = await admin.post('/api/admin/vouchers').send({}).expect(201);
    const browser = newcomer();
    const [paid, unpaid, draft] = [
      await signedByBoth(browser),
      await signedByBoth(browser),
      await create(browser),
    ];
    const apply = async (id: string, voucherCode: string) =>
      browser.post(`/api/ndas/${id}/apply-voucher`).send({ voucherCode });
    expect(await statuses(9, () => apply(unpaid, 'NDA-XXXX-XXXX'))).toEqual(times(404, 9));
    expect((await apply(paid, voucher.code)).status).toBe(200);
    expect(await statuses(5, () => apply(draft, 'NDA-XXXX-XXXX'))).toEqual(times(409, 5));
    expect(await statuses(5, () => apply(unpaid, ''))).toEqual(times(400, 5));
    expect((await apply(unpaid, voucher.code)).body.code).toBe('voucher_used');
    expectLimited(await apply(unpaid, 'NDA-XXXX-XXXX'), 3600);
    await admin.post('/api/admin/vouchers').send({}).expect(201);
  });

  it('allow 5 wrong passwords a minute, then impose growing waits', async () => {
    const browser = newcomer();
    const ask = async () => browser.post('/api/admin/login').send({ password: 'wrong' });
    expect(await statuses(5, ask)).toEqual(times(401, 5));
    expectLimited(await ask(), 60);
    clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(401);
    clock.advance(MINUTE_MS);
    expectLimited(await ask(), 60);
    clock.advance(MINUTE_MS);
    expect((await ask()).status).toBe(401);
    await newcomer().post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });

  it('allow 60 page views and funnel events a minute in all, even for all addresses of a /64', async () => {
    const network = '2001:db8:0:1::';
    const view = async (n: number) =>
      browserAt(`${network}${n + 1}`)
        .post('/api/analytics/page-view')
        .send({ page: 'home', sessionId: 's' });
    let asked = 0;
    expect(await statuses(59, () => view(asked++))).toEqual(times(202, 59));
    const funnel = async () =>
      browserAt(`${network}beef`)
        .post('/api/analytics/funnel-event')
        .send({ eventType: 'view', sessionId: 's' });
    expect((await funnel()).status).toBe(202);
    expectLimited(await funnel(), 60);
    await browserAt('2001:db8:0:2::1')
      .post('/api/analytics/page-view')
      .send({ page: 'home', sessionId: 's' })
      .expect(202);
    clock.advance(MINUTE_MS);
    expect((await funnel()).status).toBe(202);
  });

  it('allow 600 other calls a minute, whatever the route', async () => {
    const browser = newcomer();
    const id = await create(browser);
    const asked = await Promise.all(
      Array.from({ length: 598 }, async () => (await browser.get('/api/ndas/none')).status),
    );
    expect(new Set(asked)).toEqual(new Set([404]));
    expect((await browser.get(`/api/ndas/${id}`)).status).toBe(200);
    expectLimited(await browser.get(`/api/ndas/${id}`), 60);
    await newcomer().get(`/api/ndas/${id}`).expect(404);
    clock.advance(MINUTE_MS);
    await browser.get(`/api/ndas/${id}`).expect(200);
  });
});

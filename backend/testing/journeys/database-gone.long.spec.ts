import { setTimeout as pause } from 'node:timers/promises';
import { ERRORS } from '@siegel/contracts/errors';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { silentLogger } from '#src/platform/logging/logger';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded';
import { createPool } from '#src/platform/postgres/pool';
import { until } from '#src/platform/testing/until';
import { type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { historyOf } from '../log/chains.js';
import { signalTree } from '../backend/processes.js';
import { card, signature, terms } from '../steps/samples.js';
import { create, mails, openIntent, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { storeFigures } from '../observed/store-figures.js';
import { isLongRun } from '#src/platform/testing/long-run';

/** Milliseconds for which the database is away. */
const GONE_MS = 10_000;
/** Milliseconds within which the backend must respond to a request. */
const ANSWER_MS = 6000;
/**
 * Milliseconds within which the backend must respond to a request that may call a payment provider
 * (rule:answer-within-five-seconds).
 */
const PROVIDER_ANSWER_MS = 16_000;

async function timed(ask: () => PromiseLike<Response>): Promise<{ ms: number; answer: Response }> {
  const began = Date.now();
  const answer = await ask();
  return { ms: Date.now() - began, answer };
}

/** Browsers and ids for the requests that are sent while the database is away. */
interface Browsers {
  readonly browser: TestAgent;
  readonly admin: TestAgent;
  readonly half: string;
  readonly unpaid: string;
  readonly clientSecret: string;
  readonly paymentIntentId: string;
}

async function gather(backend: TestBackend): Promise<Browsers> {
  const [browser, admin] = [backend.browser(), backend.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  const half = await create(browser);
  await sign(browser, half, 1);
  const unpaid = await signedByBoth(browser);
  const { clientSecret, paymentIntentId } = await openIntent(browser, unpaid);
  return { browser, admin, half, unpaid, clientSecret, paymentIntentId };
}

function asked(
  { browser, admin, half, unpaid, clientSecret }: Browsers,
  key: string,
): (() => PromiseLike<Response>)[] {
  return [
    () => browser.get(`/api/ndas/${half}`),
    () => browser.get(`/api/ndas/${half}/agreement`),
    () => browser.get(`/api/ndas/${half}/signatures/1`),
    () => browser.post(`/api/ndas/${half}/sign`).send({ partyNumber: '2', signature: signature(2) }),
    () => browser.post('/api/ndas').set('idempotency-key', key).send(terms),
    () => browser.post(`/api/sandbox/payments/${clientSecret}/confirm`).send(card),
    () => browser.post(`/api/ndas/${unpaid}/send-email`).send({}),
    () => admin.get('/api/admin/vouchers'),
    () => admin.post('/api/admin/vouchers').send({}),
    () => admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }),
    () => browser.post('/api/analytics/funnel-event').send({ eventType: 'view', sessionId: 's' }),
    () => browser.get('/dev/mailbox/messages').set('host', 'localhost'),
  ];
}

const askedOfProvider = ({ browser, unpaid, paymentIntentId }: Browsers): (() => PromiseLike<Response>)[] => [
  () =>
    browser
      .post(`/api/ndas/${unpaid}/create-payment-intent`)
      .send({ partyNumber: '1', paymentMode: 'split' }),
  () => browser.post(`/api/ndas/${unpaid}/confirm-payment`).send({ paymentIntentId }),
  () => browser.post(`/api/ndas/${unpaid}/apply-voucher`).send({ voucherCode: 'NDA-ABCD-EFGH' }),
];

/**
 * Checks the response to a request that may call the payment provider. Such a request waits longer than the
 * outage lasts. So the response depends on the data that the request finds after the outage.
 */
function expectAnswered({ answer, ms }: { answer: Response; ms: number }): void {
  const { status } = answer;
  expect({ status, answered: status === 503 || status < 500 }).toEqual({ status, answered: true });
  expect(ms).toBeLessThan(scaledTimeout(PROVIDER_ANSWER_MS));
}

function expectUnavailable({ answer, ms }: { answer: Response; ms: number }): void {
  const what = `${answer.request.method} ${new URL(answer.request.url).pathname}`;
  expect({ what, status: answer.status, code: (answer.body as { code?: string }).code }).toEqual({
    what,
    status: 503,
    code: 'unavailable',
  });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(ms).toBeLessThan(scaledTimeout(ANSWER_MS));
}

describe('a database that is away for 10 seconds', () => {
  let folder: TestDataDir;
  let server: EmbeddedPostgres;
  let backend: TestBackend;
  const secrets = testSecrets();

  beforeAll(async () => {
    folder = await testDataDir();
    server = await startEmbeddedPostgres({ dataDir: folder.path, logger: silentLogger });
    const pool = createPool(server.url);
    backend = await startTestBackend({
      on: { database: { url: server.url, pool, drop: () => pool.end() }, secrets },
    });
  });
  afterAll(async () => {
    await backend.stop();
    await backend.database.drop();
    await server.stop();
    await folder.remove();
  });

  const freeze = {
    away: async () => signalTree((await folder.postmaster()) ?? 0, 'SIGSTOP'),
    back: async () => signalTree((await folder.postmaster()) ?? 0, 'SIGCONT'),
  };
  const stop = {
    away: () => server.stop(),
    back: async () => {
      const { url } = server;
      server = await startEmbeddedPostgres({ dataDir: folder.path, logger: silentLogger });
      expect(server.url).toBe(url);
    },
  };

  it.each([
    ['frozen', freeze] as const,
    // The specs event-store-away and database-moments test broken connections.
    ...(isLongRun() ? [['stopped', stop] as const] : []),
  ])('leads to 503, and everything goes on when it is back (%s)', async (how, { away, back }) => {
    const openBrowsers = await gather(backend);
    const { browser, half, unpaid } = openBrowsers;
    const paid = await signedByBoth(browser);
    const key = `a-key-of-the-time-without-${how}`;
    const before = (await mails(browser)).length;
    // After this payment, the agreement's mails are owed. The service may send them before, during or after
    // the outage.
    await payByCard(browser, paid);
    await until(async () => (await storeFigures(browser)).lag === 0);
    const figures = await storeFigures(browser);
    const fresh = await create(browser);
    const goneAt = Date.now();
    await away();
    const ofProvider = Promise.all(askedOfProvider(openBrowsers).map(timed));
    try {
      const answers = await Promise.all(asked(openBrowsers, key).map(timed));
      answers.forEach(expectUnavailable);
      expect(answers[0]?.answer.body).toMatchObject({ message: ERRORS.unavailable.de });
      await browser.get('/health/live').expect(200);
      expect((await browser.get('/health/ready').expect(503)).body.status).toBe('down');
      (await Promise.all(asked(openBrowsers, key).map(timed))).forEach(expectUnavailable);
      // Allowed: this is the duration of the outage.
      await pause(Math.max(0, goneAt + GONE_MS - Date.now()));
      const { lag, failures } = await storeFigures(browser);
      expect(lag).toBeGreaterThan(5);
      expect(failures).toBeGreaterThan(figures.failures);
    } finally {
      await back();
    }
    (await ofProvider).forEach(expectAnswered);

    // An NDA that was created just before the outage is never reported as unknown.
    await until(async () => {
      const { status } = await browser.get(`/api/ndas/${fresh}/agreement`);
      expect([200, 503]).toContain(status);
      return status === 200;
    });
    // An open page keeps polling.
    await until(async () => (await browser.get(`/api/ndas/${half}`)).status === 200);
    const again = await browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201);
    expect(
      (await browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201)).body,
    ).toEqual(again.body);
    const signed = await browser
      .post(`/api/ndas/${half}/sign`)
      .send({ partyNumber: '2', signature: signature(2) });
    // The request during the outage may or may not have recorded the signature. Now the signature is
    // recorded, and only once.
    expect([200, 409]).toContain(signed.status);
    expect((await read(browser, half)).status).toBe('completed');
    await untilSent(browser, paid);
    if ((await read(browser, unpaid)).paymentStatus !== 'succeeded') await payByCard(browser, unpaid);
    await untilSent(browser, unpaid);
    await until(async () => (await browser.get('/health/ready')).status === 200);
    await until(async () => (await storeFigures(browser)).lag === 0);

    const types = async (id: string): Promise<string[]> => {
      const { stored, facts } = await historyOf(server.url, id);
      expect(verifyChain(stored)).toMatchObject({ intact: true });
      return facts.map(({ type }) => type);
    };
    expect((await types(half)).filter((type) => type === 'Party2Signed.v2')).toHaveLength(1);
    for (const id of [paid, unpaid]) {
      const facts = await types(id);
      for (const once of ['PaymentSucceeded.v2', 'DocumentSealed.v1', 'NdaSent.v1']) {
        expect(facts.filter((type) => type === once)).toHaveLength(1);
      }
    }
    expect((await mails(browser)).length - before).toBe(6);
  });

  it('is followed by ordinary journeys', async () => {
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
  });
});

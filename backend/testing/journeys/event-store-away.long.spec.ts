import type { Response } from 'supertest';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { type Faults, noFaults } from '#src/eventsourcing/event-store/eventstoredb/testing/faults';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { type StoreFigures, storeFigures } from '../observed/store-figures.js';
import { until } from '#src/platform/testing/until';
import { signature, terms } from '../steps/samples.js';
import { create, mails, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { isLongRun } from '#src/platform/testing/long-run';

/** Milliseconds within which the backend must respond to every request. */
const ANSWER_MS = 6000;

interface Outage {
  away(): Promise<void>;
  back(): Promise<void>;
  /** The check that the readiness response reports as down. */
  readonly part: 'event store' | 'database';
  /** True if the outage breaks connections. */
  readonly cut: boolean;
  /**
   * True if agreements can still be read during the outage. The backend reads an agreement from its stream
   * (rule:rows-decide-nothing).
   */
  readonly reads: boolean;
}

function expectUnavailable(answer: Response): void {
  const what = `${answer.request.method} ${new URL(answer.request.url).pathname}`;
  expect({ what, status: answer.status, code: (answer.body as { code?: string }).code }).toEqual({
    what,
    status: 503,
    code: 'unavailable',
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

async function reconnectsOf(backend: TestBackend): Promise<number> {
  const { text } = await backend.browser().get('/metrics').set('host', 'localhost').expect(200);
  return Number(/^event_store_reconnects_total\{[^}]*\} (\d+)$/m.exec(text)?.[1]);
}

/**
 * Causes an outage. Expects that all work from before and during the outage is done exactly once after the
 * outage.
 */
async function surviveOutage(backend: TestBackend, outage: Outage): Promise<void> {
  const { away, back, part, cut, reads } = outage;
  const browser = backend.browser();
  const half = await create(browser);
  await sign(browser, half, 1);
  const paid = await signedByBoth(browser);
  const before = { mails: (await mails(browser)).length, reconnects: await reconnectsOf(backend) };
  // After this payment, the agreement's mails are owed. The service may send them before, during or after the
  // outage.
  await payByCard(browser, paid);
  const key = `without-${before.mails}`;
  await away();
  try {
    const began = Date.now();
    const answers = await Promise.all([
      browser.post(`/api/ndas/${half}/sign`).send({ partyNumber: '2', signature: signature(2) }),
      browser.post('/api/ndas').set('idempotency-key', key).send(terms),
    ]);
    expect(Date.now() - began).toBeLessThan(scaledTimeout(ANSWER_MS));
    answers.forEach(expectUnavailable);
    await browser.get('/health/live').expect(200);
    if (reads) expect((await read(browser, half)).status).toBe('party1_signed');
    else expectUnavailable(await browser.get(`/api/ndas/${half}`));
    const ready = await browser.get('/health/ready').expect(503);
    expect(ready.body).toMatchObject({ status: 'down', checks: { [part]: 'down', serving: 'up' } });
  } finally {
    await back();
  }
  await until(async () => (await browser.get('/health/ready')).status === 200);
  const again = await browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201);
  expect((await browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201)).body).toEqual(
    again.body,
  );
  // The request during the outage may or may not have recorded the signature. Now the signature is recorded,
  // and only once.
  expect([200, 409]).toContain(
    (await browser.post(`/api/ndas/${half}/sign`).send({ partyNumber: '2', signature: signature(2) })).status,
  );
  expect((await read(browser, half)).status).toBe('completed');
  await untilSent(browser, paid);
  // The three mails are the order confirmation, and the document to each party.
  expect((await mails(browser)).length - before.mails).toBe(3);
  for (const [id, once] of [
    [half, 'Party2Signed.v2'],
    [paid, 'DocumentSealed.v1'],
    [paid, 'NdaSent.v1'],
  ] as const) {
    const stored = await backend.backend.infrastructure.store.readStream(`nda-${id}`);
    expect(verifyChain(stored)).toMatchObject({ intact: true });
    expect(stored.filter(({ type }) => type === once)).toHaveLength(1);
  }
  if (cut) expect(await reconnectsOf(backend)).toBeGreaterThan(before.reconnects);
}

describe('an EventStoreDB that is away while a backend runs', () => {
  const server = new ProtocolServer();
  let backend: TestBackend;
  beforeAll(async () => {
    await server.start();
    backend = await startTestBackend({ env: { EVENT_STORE_URL: `${server.url}&defaultDeadline=1500` } });
  });
  afterAll(async () => {
    await backend.stop();
    await server.stop();
  });

  const fault = (faults: Partial<Faults>, reads = false): Outage => {
    const set = (value: Partial<Faults>) => (): Promise<void> =>
      Promise.resolve(void Object.assign(server.faults, value));
    return { away: set(faults), back: set(noFaults()), part: 'event store', cut: false, reads };
  };
  it.each<[string, Outage]>([
    [
      'is stopped',
      { away: () => server.stop(), back: () => server.start(), part: 'event store', cut: true, reads: false },
    ],
    ['does not answer', fault({ silent: true })],
    ['takes appends and never answers them', fault({ silentAppends: '' }, true)],
    ...(isLongRun()
      ? ([
          ['is not ready', fault({ notReady: true })],
          ['has no quorum', fault({ noQuorum: true }, true)],
          ['is read-only', fault({ noLeader: true })],
          ['refuses us', fault({ accessDenied: true })],
        ] satisfies [string, Outage][])
      : []),
  ])('leads to 503, and everything goes on when it is back: it %s', (_how, outage) =>
    surviveOutage(backend, outage),
  );

  it('can be seen in the metrics while it is silent: in pending calls, failures and the lag', async () => {
    const browser = backend.browser();
    const figures = (): Promise<StoreFigures> => storeFigures(browser);
    const { away, back } = fault({ silent: true });
    await until(async () => (await figures()).lag === 0);
    const before = await figures();
    await away();
    try {
      const asked = Promise.resolve(backend.browser().post('/api/ndas').send(terms));
      await until(async () => (await figures()).oldestPending > 0.1);
      expectUnavailable(await asked);
      await until(async () => (await figures()).lag > 5);
      expect((await figures()).failures).toBeGreaterThan(before.failures);
    } finally {
      await back();
    }
    await until(async () => {
      const { lag, oldestPending } = await figures();
      return lag === 0 && oldestPending === 0;
    });
  });
});

describe('a PostgreSQL that contains the events and accepts no writes for a while', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.stop());

  /**
   * Makes the database read-only or writable and breaks its connections, as happens when another server takes
   * over.
   */
  const turn = (readOnly: 'on' | 'off') => async (): Promise<void> => {
    const { pool, url } = backend.database;
    await pool.query(
      `BEGIN READ WRITE; ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = ${readOnly}; COMMIT`,
    );
    await pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  };
  it('leads to 503, and everything goes on when it is back', () =>
    surviveOutage(backend, {
      away: turn('on'),
      back: turn('off'),
      part: 'database',
      cut: true,
      reads: true,
    }));
});

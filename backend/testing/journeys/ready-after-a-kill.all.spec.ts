import type TestAgent from 'supertest/lib/agent.js';
import { until } from '#src/platform/testing/until';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { KilledBackend } from '../faults/killed-backend.js';
import { PAYS } from '../backend/stripe-backend.js';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';
import { openIntent, read, signedByBoth } from '../steps/steps.js';

const SECRET = 'whsec_of_the_killed';

/** Tests that a `kill -9` loses no act that the backend has acknowledged (rule:ready-with-rows). */
describe('a backend that is killed right after it acknowledged a payment', () => {
  const stripe = new StripeDouble();
  let killed: KilledBackend;
  beforeAll(async () => {
    killed = await KilledBackend.on({
      env: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_API_BASE: await stripe.start(),
      },
    });
    stripe.webhooks.webhookTo({
      url: `http://localhost:${killed.port}/api/webhooks/stripe`,
      secret: SECRET,
    });
  });
  afterAll(async () => {
    await killed.remove();
    await stripe.stop();
  });

  /**
   * Lets Stripe report the payment while no row can be written, and kills the backend as soon as the backend
   * has acknowledged the report. The test then ends the database sessions of the killed backend, before rows
   * can be written again.
   */
  async function killedAfterReport(clientSecret: string): Promise<void> {
    const { pool } = killed.database;
    const lock = await pool.connect();
    await lock.query('BEGIN; LOCK TABLE ndas IN SHARE MODE');
    stripe.books.confirm({ clientSecret, card: PAYS });
    await stripe.webhooks.settled();
    expect(stripe.webhooks.deliveries.at(-1)).toMatchObject({ status: 200 });
    await killed.end('SIGKILL');
    await lock.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'siegel/%' AND pid <> pg_backend_pid()
         AND application_name <> current_setting('application_name')`,
    );
    await lock.query('ROLLBACK');
    lock.release();
  }

  const untilServed = (): Promise<boolean> =>
    until(() =>
      fetch(`http://localhost:${killed.port}/api/site`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  const rowOf = async (id: string): Promise<number> =>
    (await killed.database.pool.query('SELECT revision FROM ndas WHERE id = $1', [id])).rows[0]?.revision;
  const revisionOf = async (browser: TestAgent, id: string): Promise<number> =>
    (await read(browser, id)).revision;

  it('shows the payment as soon as it is ready again, and logs only lines of JSON', async () => {
    let backend = await killed.serve();
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    const { clientSecret } = await openIntent(browser, id);
    const before = await revisionOf(browser, id);
    await killedAfterReport(clientSecret);
    expect(await rowOf(id)).toBeLessThanOrEqual(before);
    const waiting = Array.from({ length: 15 }, () => untilServed());
    backend = await killed.serve();
    expect(await rowOf(id)).toBeGreaterThan(before);
    expect(await read(browser, id)).toMatchObject({ party1PaymentStatus: 'succeeded' });
    const { body: own } = await browser.get('/api/ndas').expect(200);
    expect(own.items).toMatchObject([{ id }]);
    const admin = backend.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body } = await admin.get('/api/admin/ndas').expect(200);
    expect(body.items).toMatchObject([{ id }]);
    await Promise.all(waiting);
    await killed.end('SIGTERM');
    for (const line of backend
      .output()
      .split('\n')
      .filter((one) => one !== ''))
      JSON.parse(line);
  });
});

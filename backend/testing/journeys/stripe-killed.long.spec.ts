import { verifyChain } from '#src/eventsourcing/journal/chain';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { historyOf } from '../log/chains.js';
import { Customer } from '../steps/customer.js';
import { KilledMailers, type Moment } from '../faults/killed-mailers.js';
import { signature, terms } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { createServiceDatabase } from '../backend/service-database.js';

const PAYS = '4242 4242 4242 4242';
const SECRET = 'whsec_of_the_killed';
const MOMENTS: readonly Moment[] = ['before an event is recorded', 'once an event is recorded'];

/**
 * The append of each event of the agreement is stopped once in the database. The backend is killed while the
 * append is stopped.
 */
describe.each(MOMENTS)('money at Stripe, and a backend that is killed %s', (moment) => {
  const stripe = new StripeDouble();
  let database: TestDatabase;
  let folder: TestDataDir;
  let backend: KilledMailers;
  let customer: Customer;
  beforeAll(async () => {
    const STRIPE_API_BASE = await stripe.start();
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    backend = new KilledMailers(database.pool, [moment]);
    const env = {
      DATA_DIR: folder.path,
      ...environmentOf(testSecrets()),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_BASE,
    };
    await backend.start(env, database.url, ['one']);
    stripe.webhooks.webhookTo({ url: `${backend.urls[0]}/api/webhooks/stripe`, secret: SECRET });
    customer = new Customer(backend.urls, 0, []);
  });
  afterAll(async () => {
    await backend.stop();
    await stripe.stop();
    await database.drop();
    await folder.remove();
  });

  const typesOf = async (id: string): Promise<string[]> => {
    const { stored } = await historyOf(database.url, id);
    expect(verifyChain(stored)).toMatchObject({ intact: true });
    return stored.map(({ type }) => type.split('.')[0] ?? '');
  };
  const post = async (path: string, body: object = {}) => {
    const answer = await customer.ask('POST', path, { ...body });
    if (answer.status > 299 && !answer.again) throw new Error(`${path}: ${answer.status}`);
    return answer.body;
  };
  /** Delivers the events as Stripe does. An event is delivered again until a delivery gets status 200. */
  const untilReported = async (): Promise<void> => {
    await stripe.webhooks.settled();
    for (const event of stripe.events) {
      const isReported = () =>
        stripe.webhooks.deliveries.some((one) => one.event === event && one.status === 200);
      await until(async () => isReported() || (await stripe.webhooks.deliver(event)) === 200);
    }
  };
  const has = (id: string, type: string, times = 1): Promise<true> =>
    until(async () => (await typesOf(id)).filter((one) => one === type).length >= times);

  const life = async (): Promise<void> => {
    const { id } = await post('/api/ndas', terms);
    const ndaId = String(id);
    await post(`/api/ndas/${ndaId}/sign`, {
      partyNumber: '1',
      signature: signature(1),
      signatureMode: 'in-person',
      party1PaysForBoth: false,
    });
    await post(`/api/ndas/${ndaId}/sign`, { partyNumber: '2', signature: signature(2) });
    await backend.killIn(`nda-${ndaId}`);
    const { clientSecret, paymentIntentId } = await post(`/api/ndas/${ndaId}/create-payment-intent`, {
      partyNumber: '1',
      paymentMode: 'split',
    });
    const intent = String(paymentIntentId);
    const consent = { paymentIntentId, wording: 'v1', language: 'de', earlyPerformance: true };
    await post(`/api/ndas/${ndaId}/payment-consent`, consent);
    stripe.books.confirm({ clientSecret: String(clientSecret), card: PAYS });
    await untilReported();
    await has(ndaId, 'NdaSent');
    stripe.books.refund(intent, 50);
    await untilReported();
    await has(ndaId, 'PaymentRefunded');
    const dispute = stripe.books.openDispute(intent);
    await untilReported();
    stripe.books.closeDispute(dispute, 'lost');
    await untilReported();
    await has(ndaId, 'PaymentChargedBack', 2);

    const types = await typesOf(ndaId);
    const once = ['PaymentRequested', 'PaymentIntentOpened', 'PaymentConsentGiven', 'PaymentSucceeded'];
    for (const type of [...once, 'PaymentRefunded'])
      expect([type, types.filter((one) => one === type)]).toEqual([type, [type]]);
    expect(types.filter((type) => type === 'RefundDue')).toEqual([]);
    expect(stripe.books.all.map((one) => [one.id, one.status])).toEqual([[intent, 'succeeded']]);
    // There must have been a kill at each of these events.
    for (const type of [...once, 'PaymentRefunded', 'PaymentChargedBack'])
      expect(backend.kills.filter((what) => what.includes(type)).length).toBeGreaterThan(0);
  };

  it('is requested once and taken once, and each cent that is paid back is recorded', () =>
    Promise.race([life(), backend.hunted]));
});

import { differences } from '#src/payments/check-payments';
import type { Difference } from '#src/payments/difference-text';
import { requestedIntents } from '#src/agreements/owed/requested-intents';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { PAYMENT_PROVIDER } from '#src/payments/tokens';
import type { PaymentProvider } from '#src/payments/provider';
import { ndaStream, type NdaEvent } from '#src/nda/nda.events';
import { pollOnlyWhenDue } from '../faults/poll-only-when-due.js';
import { mails, openIntent, read, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

type Browser = ReturnType<TestBackend['browser']>;

const SECRET = 'whsec_of_the_journey';
const PAYS = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const STAYS = '4000 0000 0000 7777';
const CONSENT = { wording: 'v1', language: 'de', earlyPerformance: true };

/** Tests the whole backend with Stripe's SDK. A double of Stripe speaks Stripe's API. */
describe('paying through Stripe', () => {
  const stripe = new StripeDouble();
  let test: TestBackend;
  let admin: Browser;
  beforeAll(async () => {
    const apiBase = await stripe.start();
    test = await startTestBackend({
      env: {
        PUBLIC_URL: 'http://localhost:3000',
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: `whsec_of_yesterday,${SECRET}`,
        STRIPE_API_BASE: apiBase,
      },
    });
    await pollOnlyWhenDue(test.database.pool);
    stripe.webhooks.webhookTo({ url: `${test.backend.address}/api/webhooks/stripe`, secret: SECRET });
    admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterEach(() => stripe.webhooks.settled());
  afterAll(async () => {
    await test.stop();
    await stripe.stop();
  });

  const eventsOf = async (id: string) => {
    const { events } = await test.backend.infrastructure.journal.load<NdaEvent>(ndaStream(id));
    return events;
  };
  const count = async (id: string, type: string): Promise<number> =>
    (await eventsOf(id)).filter((one) => one.type === type).length;
  const ordered = async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    const intent = await openIntent(browser, id);
    const { paymentIntentId } = intent;
    await browser
      .post(`/api/ndas/${id}/payment-consent`)
      .send({ ...CONSENT, paymentIntentId })
      .expect(204);
    return { browser, id, ...intent };
  };
  const paid = async () => {
    const order = await ordered();
    stripe.books.confirm({ clientSecret: order.clientSecret, card: PAYS });
    await untilSent(order.browser, order.id);
    return order;
  };
  const found = async (): Promise<Difference[]> => {
    const { commands, pool } = test.backend.infrastructure;
    const provider: PaymentProvider = test.backend.app.get(PAYMENT_PROVIDER, { strict: false });
    const asked = (name: string) => requestedIntents(pool, name);
    const all: Difference[] = [];
    const period = { from: new Date(0), until: new Date(Date.now() + 60_000) };
    for await (const one of differences(
      { provider, commands, isEnded: () => false, requested: asked },
      period,
    ))
      all.push(one);
    return all;
  };

  it('opens an intent for the amount due, for cards only and without personal data', async () => {
    const { paymentIntentId, amount, provider, publishableKey, id } = await ordered();
    expect({ amount, provider, publishableKey }).toEqual({
      amount: 199,
      provider: 'stripe',
      publishableKey: stripe.publishableKey,
    });
    const { metadata, allowedTypes } = stripe.books.known(paymentIntentId);
    expect(metadata).toEqual({ app: 'localhost:3000', nda: id, party: '1', attempt: '1' });
    expect(allowedTypes).toEqual(['card']);
  });

  it('learns of the money from the event alone, and delivers', async () => {
    const { browser, id, paymentIntentId } = await paid();
    expect((await read(browser, id)).status).toBe('sent');
    const [order] = (await mails(browser)).filter(({ text }) => text.includes(paymentIntentId));
    expect(order?.text).toContain('4242');
  });

  it('counts money only once if twenty simultaneous events report it', async () => {
    const { id, clientSecret, paymentIntentId } = await ordered();
    stripe.books.confirm({ clientSecret, card: PAYS });
    const event = stripe.events.findLast(({ type }) => type === 'payment_intent.succeeded');
    if (event === undefined) throw new Error('no event');
    const statuses = await Promise.all(Array.from({ length: 20 }, () => stripe.webhooks.deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await stripe.webhooks.settled();
    expect(await count(id, 'PaymentSucceeded')).toBe(1);
    const succeeded = (await eventsOf(id)).find(({ type }) => type === 'PaymentSucceeded');
    expect(succeeded?.open).toMatchObject({ paymentIntentId, provider: 'stripe' });
  });

  it('keeps the attempt if a card is declined, and counts the next card', async () => {
    const { browser, id, clientSecret, paymentIntentId } = await ordered();
    expect(() => stripe.books.confirm({ clientSecret, card: DECLINED })).toThrow();
    await until(async () => (await count(id, 'PaymentFailed')) === 1);
    expect(await openIntent(browser, id)).toMatchObject({ paymentIntentId });
    stripe.books.confirm({ clientSecret, card: PAYS });
    await untilSent(browser, id);
    expect(await count(id, 'PaymentSucceeded')).toBe(1);
  });

  it('waits for a payment in progress, and neither opens nor ends anything meanwhile', async () => {
    const { browser, id, clientSecret, paymentIntentId } = await ordered();
    stripe.books.confirm({ clientSecret, card: STAYS });
    await browser.post(`/api/ndas/${id}/confirm-payment`).send({ paymentIntentId }).expect(200);
    expect((await read(browser, id)).status).toBe('completed');
    expect(await openIntent(browser, id)).toMatchObject({ paymentIntentId });
    stripe.books.settle(paymentIntentId, 'succeeded');
    await untilSent(browser, id);
  });

  it('finds an intent and its money although the answer with the intent was lost', async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    // The SDK repeats an interrupted call, so each of its tries has to be interrupted.
    stripe.faults.push('cut after', 'cut after', 'cut after');
    await browser
      .post(`/api/ndas/${id}/create-payment-intent`)
      .send({ partyNumber: '1', paymentMode: 'split' })
      .expect(502);
    const made = stripe.books.all.filter(({ metadata }) => metadata['nda'] === id);
    expect(made).toHaveLength(1);
    stripe.books.confirm({ clientSecret: made[0]?.clientSecret ?? '', card: PAYS });
    await untilSent(browser, id);
    expect(await count(id, 'PaymentSucceeded')).toBe(1);
  });

  it('records refunds as they happen: two of the same amount, one of which fails later', async () => {
    const { id, paymentIntentId } = await paid();
    const total = async () => (await eventsOf(id)).findLast(({ type }) => type === 'PaymentRefunded')?.open;
    stripe.books.refund(paymentIntentId, 50);
    const second = stripe.books.refund(paymentIntentId, 50);
    await stripe.webhooks.settled();
    expect(await total()).toMatchObject({ totalRefunded: 100 });
    stripe.books.failRefund(second);
    await stripe.webhooks.settled();
    expect(await total()).toMatchObject({ totalRefunded: 50 });
    expect(await found()).toEqual([]);
  });

  it('makes an obligation of a chargeback until it is decided, and ignores an inquiry', async () => {
    const { id, paymentIntentId } = await paid();
    const owed = async () =>
      (await admin.get('/api/admin/obligations?kind=chargeback').expect(200)).body.items.filter(
        (one: { ndaId: string }) => one.ndaId === id,
      );
    const told = async () => (await eventsOf(id)).findLast(({ type }) => type === 'PaymentChargedBack')?.open;
    // A webhook call gets its response once the event is recorded. The list of obligations shows the
    // obligation a moment later.
    const untilOwed = (many: number) => until(async () => (await owed()).length === many);
    const inquiry = stripe.books.openDispute(paymentIntentId, 'warning_needs_response');
    await stripe.webhooks.settled();
    expect(await told()).toBeUndefined();
    stripe.books.closeDispute(inquiry, 'warning_closed');
    await stripe.webhooks.settled();
    expect(await told()).toMatchObject({ state: 'won' });
    const dispute = stripe.books.openDispute(paymentIntentId);
    await untilOwed(1);
    stripe.books.closeDispute(dispute, 'won');
    await untilOwed(0);
    const escalating = stripe.books.openDispute(paymentIntentId, 'warning_needs_response');
    await stripe.webhooks.settled();
    expect(await told()).toMatchObject({ state: 'won' });
    stripe.books.escalateDispute(escalating);
    await untilOwed(1);
    await stripe.webhooks.settled();
    expect(await found()).toEqual([]);
  });

  it('ignores intents of another application, and reports money without an agreement', async () => {
    const outcomes = async (): Promise<string[]> => {
      const { text } = await test.browser().get('/metrics').expect(200);
      return text.split('\n').filter((line) => line.startsWith('stripe_events_total'));
    };
    const asked = { amount: 199, currency: 'eur', allowedTypes: ['card'] };
    const about = { nda: '0192f0c4-7b1e-7c3d-9a55-0123456789ab', party: '1', attempt: '1' };
    const others = stripe.books.make({ ...asked, metadata: { ...about, app: 'other.example' } });
    stripe.books.confirm({ clientSecret: others.clientSecret, card: PAYS });
    await stripe.webhooks.settled();
    expect(await outcomes()).toContain('stripe_events_total{outcome="unknown"} 0');
    const lost = stripe.books.make({ ...asked, metadata: { ...about, app: 'localhost:3000' } });
    stripe.books.confirm({ clientSecret: lost.clientSecret, card: PAYS });
    await stripe.webhooks.settled();
    expect(await outcomes()).toContain('stripe_events_total{outcome="unknown"} 1');
    expect(await found()).toMatchObject([{ kind: 'nda_unknown', paymentIntentId: lost.id }]);
    expect(stripe.webhooks.deliveries.every(({ status }) => status === 200)).toBe(true);
  });

  it('has no sandbox', async () => {
    const { clientSecret } = await ordered();
    await test
      .browser()
      .post(`/api/sandbox/payments/pi_sandbox_${'0'.repeat(24)}_secret_${'0'.repeat(32)}/confirm`)
      .send({ cardNumber: PAYS, expiry: '12/40', cvc: '123' })
      .expect(404);
    expect(clientSecret).not.toContain('sandbox');
    const { body } = await test.browser().get('/api/site').expect(200);
    expect(body).toMatchObject({
      payments: { provider: 'stripe', testMode: true },
      receivers: [{ role: 'payment', name: 'Stripe' }],
    });
  });
});

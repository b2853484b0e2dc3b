import { ndaStream, type NdaEvent } from '#src/nda/nda.events';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { openIntent, signedByBoth, untilSent } from '../steps/steps.js';
import { until } from '#src/platform/testing/until';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

const PAYS = '4242 4242 4242 4242';
const SECRET = 'whsec_of_the_switch';

/**
 * An installation has accepted test cards. It now gets Stripe's keys while somebody has the payment dialog
 * open.
 */
describe('the switch from the sandbox to Stripe', () => {
  const stripe = new StripeDouble();
  let before: TestBackend;
  let after: TestBackend | undefined;
  beforeAll(async () => {
    await stripe.start();
    before = await startTestBackend();
  });
  afterAll(async () => {
    await after?.stop();
    await before.stop();
    await stripe.stop();
  });

  it('ends the open payment, requests a new one, and counts no money of the sandbox', async () => {
    const browser = before.browser();
    const id = await signedByBoth(browser);
    const old = await openIntent(browser, id);
    await before.backend.stop();

    after = await startTestBackend({
      on: before,
      env: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_API_BASE: stripe.url,
      },
    });
    const { address, infrastructure } = after.backend;
    stripe.webhooks.webhookTo({ url: `${address}/api/webhooks/stripe`, secret: SECRET });
    const again = after.browser();
    const cookies = browser.jar.getCookies({ path: '/', domain: '127.0.0.1', secure: false, script: false });
    for (const cookie of cookies) again.jar.setCookie(cookie.toString());

    const card = { cardNumber: PAYS, expiry: '12/40', cvc: '123' };
    await again.post(`/api/sandbox/payments/${old.clientSecret}/confirm`).send(card).expect(404);
    const next = await openIntent(again, id);
    expect(next).toMatchObject({ provider: 'stripe', amount: old.amount });
    stripe.books.confirm({ clientSecret: next.clientSecret, card: PAYS });
    await untilSent(again, id);

    const about = async () => {
      const { events } = await infrastructure.journal.load<NdaEvent>(ndaStream(id));
      const facts = events.map(({ type, open }) => [type, open] as const);
      return facts.filter(([type]) => ['PaymentFailed', 'PaymentSucceeded'].includes(type));
    };
    // A job ends the old payment, either before or after the new payment is paid.
    await until(async () => (await about()).length === 2);
    expect((await about()).toSorted(([one], [other]) => one.localeCompare(other))).toMatchObject([
      ['PaymentFailed', { paymentIntentId: old.paymentIntentId, code: 'provider_gone', final: true }],
      ['PaymentSucceeded', { paymentIntentId: next.paymentIntentId, provider: 'stripe' }],
    ]);
  });
});

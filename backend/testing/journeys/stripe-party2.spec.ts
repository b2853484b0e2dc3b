import { DAY_MS, INVITATION_DAYS } from '@siegel/contracts/limits';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { problem } from '#src/http/testing/problem';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { systemClock } from '#src/platform/time/clock';
import {
  act,
  invite,
  type Invited,
  linkCall,
  readByLink,
  signedForLink,
  stateOf,
  untilInvitationSent,
} from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { mails, openIntent, read, untilSent } from '../steps/steps.js';
import { DECLINED, PAYS, type StripeBackend, startStripeBackend } from '../backend/stripe-backend.js';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

const CONSENT = { wording: 'v1', language: 'en', earlyPerformance: true };

/**
 * Each party pays its own share. Party 2 pays through its link. The tests cover Party 2's payment from the
 * intent to the document.
 */
describe("Party 2's share through Stripe", () => {
  let later = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + later) };
  const stripe = new StripeDouble({ clock });
  let running: StripeBackend;
  beforeAll(async () => {
    running = await startStripeBackend(stripe, { clock });
  });
  afterEach(async () => {
    await stripe.webhooks.settled();
    running.resumeEvents();
    later = 0;
  });
  afterAll(() => running.stop());

  const party2 = () => running.test.browser('en');
  const post = (token: string, rest: string, body: object = {}) =>
    party2().post(linkCall(token, rest)).send(body);
  const invited = async (): Promise<Invited> => {
    const { test } = running;
    const { browser, id } = await signedForLink(test, { split: true });
    const { clientSecret, paymentIntentId } = await openIntent(browser, id);
    stripe.books.confirm({ clientSecret, card: PAYS });
    await browser.post(`/api/ndas/${id}/confirm-payment`).send({ paymentIntentId }).expect(200);
    return { browser, id, token: await invite(test, id) };
  };
  const asked = async () => {
    const one = await invited();
    const intent: PaymentIntentView = (await post(one.token, '/create-payment-intent').expect(200)).body;
    const { clientSecret, paymentIntentId } = intent;
    const pay = (card = PAYS) => void stripe.books.confirm({ clientSecret, card });
    const consent = () => post(one.token, '/payment-consent', { ...CONSENT, paymentIntentId });
    const confirm = () => post(one.token, '/confirm-payment', { paymentIntentId });
    return { ...one, intent, paymentIntentId, pay, consent, confirm };
  };
  const dueBack = async (id: string) =>
    (await stateOf(running.test, id)).moneyBack.due.map(({ paymentIntentId, amount, reason }) => ({
      paymentIntentId,
      amount,
      reason,
    }));
  const isRefundOwed = async (id: string): Promise<boolean> => {
    const admin = running.test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body } = await admin.get('/api/admin/obligations?kind=refund').expect(200);
    return body.items.some((one: { ndaId: string }) => one.ndaId === id);
  };

  it('is requested, ordered and taken, and leads to the document', async () => {
    const { browser, id, token, intent, paymentIntentId, pay, consent, confirm } = await asked();
    const { publishableKey } = stripe;
    expect(intent).toMatchObject({ amount: 199, currency: 'EUR', provider: 'stripe', publishableKey });
    expect(intent.orderNumber).toBe(orderNumber(id, 2));
    expect((await post(token, '/create-payment-intent').expect(200)).body).toEqual(intent);
    const { metadata, allowedTypes } = stripe.books.known(paymentIntentId);
    expect(metadata).toEqual({ app: 'localhost:3000', nda: id, party: '2', attempt: '1' });
    expect(allowedTypes).toEqual(['card']);
    await consent().expect(204);
    expect((await confirm().expect(200)).body).toEqual({ amountDue: 199, paymentStatus: 'pending' });

    // The poll finds the payment before the event reports it. The event arrives later and has no effect.
    running.stopEvents();
    pay();
    expect((await confirm().expect(200)).body).toEqual({ amountDue: 0, paymentStatus: 'succeeded' });
    running.resumeEvents();
    const event = stripe.events.findLast(({ type }) => type === 'payment_intent.succeeded');
    if (event === undefined) throw new Error('no event');
    expect(await stripe.webhooks.deliver(event)).toBe(200);
    expect(problem(await post(token, '/create-payment-intent'))).toMatchObject({ code: 'already_paid' });

    await post(token, '/sign', { signature: signature(2) }).expect(200);
    await untilSent(browser, id);
    const counted = (await running.eventsOf(id)).filter(({ type }) => type === 'PaymentSucceeded');
    expect(counted.map(({ open }) => open)).toMatchObject([
      { party: 1, amount: 199 },
      { party: 2, amount: 199, paymentIntentId, provider: 'stripe' },
    ]);
    expect(await running.count(id, 'PaymentConsentGiven')).toBe(1);
    const sent = (await mails(browser)).filter(({ text }) => text.includes(paymentIntentId));
    const { party2Email } = await read(browser, id);
    // This mail is the order confirmation, in the language of the order.
    expect(sent).toMatchObject([{ to: expect.stringContaining(party2Email) }]);
    expect(sent[0]?.text).toContain(intent.orderNumber);
    expect(sent[0]?.text).toContain('Order');
    expect(await dueBack(id)).toEqual([]);
  });

  it('counts only when the event arrives, after a declined card', async () => {
    const { id, token, intent, pay } = await asked();
    expect(() => pay(DECLINED)).toThrow();
    await until(async () => (await running.count(id, 'PaymentFailed')) === 1);
    expect((await post(token, '/create-payment-intent').expect(200)).body).toEqual(intent);
    pay();
    await until(async () => (await readByLink(party2(), token)).amountDue === 0);
    await post(token, '/sign', { signature: signature(2) }).expect(200);
  });

  it('can no longer be paid once the invitation is cancelled', async () => {
    const { browser, id, paymentIntentId, pay, consent } = await asked();
    await browser.post(`/api/ndas/${id}/cancel-remote-invite`).expect(200);
    await until(() => stripe.books.known(paymentIntentId).status === 'canceled');
    expect(() => pay()).toThrow('payment_intent_unexpected_state');
    expect(problem(await consent())).toMatchObject({ status: 410, code: 'link_cancelled' });
    await until(async () => (await stateOf(running.test, id)).payments[2].requests[0]?.standing === 'over');
    expect(await dueBack(id)).toEqual([]);
  });

  it('is due back if the bank was faster than a cancellation, even without browser or event', async () => {
    const { browser, id, paymentIntentId, pay } = await asked();
    running.stopEvents();
    pay();
    await browser.post(`/api/ndas/${id}/cancel-remote-invite`).expect(200);
    await until(async () => (await dueBack(id)).length > 0);
    expect(await dueBack(id)).toEqual([{ paymentIntentId, amount: 199, reason: 'excess' }]);
    await until(() => isRefundOwed(id));
    stripe.books.refund(paymentIntentId, 199);
    running.resumeEvents();
    for (const event of stripe.events.slice(-1)) await stripe.webhooks.deliver(event);
    await until(async () => !(await isRefundOwed(id)));
    expect((await running.found()).filter((one) => one.ndaId === id)).toEqual([]);
  });

  it('is due back if it arrives after the expiry', async () => {
    const { id, token, paymentIntentId, pay, confirm } = await asked();
    await untilInvitationSent(running.test, id);
    running.stopEvents();
    const late = (INVITATION_DAYS + 1) * DAY_MS;
    await act(running.test, id, { type: 'ExpireInvitation' }, new Date(clock.now().getTime() + late));
    // The share is paid at the moment of the expiry. If it were paid later, the backend might already have
    // cancelled the intent, which is then unwanted. If it were paid earlier, a poll might find that the share
    // was paid in time, because a poll may come at any moment.
    pay();
    later = late;
    await until(async () => (await dueBack(id)).length > 0);
    expect(await dueBack(id)).toEqual([{ paymentIntentId, amount: 199, reason: 'expired' }]);
    await confirm().expect(200);
    expect(await dueBack(id)).toHaveLength(1);
    const told = problem(await party2().get(linkCall(token)));
    expect(told).toMatchObject({ status: 410, code: 'link_expired', share: 'refund' });
  });
});

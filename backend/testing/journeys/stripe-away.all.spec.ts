import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { DoubleFault } from '#src/payments/stripe/testing/stripe-double';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { openPayments } from '#src/agreements/owed/open-payments';
import { PollPaymentJob, pollPaymentRequest } from '#src/payments/poll-payment.job';
import { owedPolls } from '#src/payments/owed-polls.sweep';
import { scheduleSweep } from '#src/eventsourcing/reactions/sweep';
import { TryAgainIn } from '#src/platform/jobs/job';
import { silentLogger } from '#src/platform/logging/logger';
import { systemClock } from '#src/platform/time/clock';
import { stateOf } from '../steps/link-steps.js';
import { pollOnlyWhenDue } from '../faults/poll-only-when-due.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { create, openIntent, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { PAYS, type StripeBackend, startStripeBackend, STAYS } from '../backend/stripe-backend.js';
import { until } from '#src/platform/testing/until';

const TIMEOUT_MS = scaledTimeout(100);
const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 10 * MINUTE_MS;
const late: DoubleFault = { lateMs: 2 * TIMEOUT_MS };

/**
 * The whole backend runs against a provider that sends no response, fails, responds late or does not decide.
 */
describe('Stripe that does not do its part', () => {
  let later = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + later) };
  const stripe = new StripeDouble({ clock });
  let running: StripeBackend;
  beforeAll(async () => {
    running = await startStripeBackend(stripe, { clock, timeoutMs: TIMEOUT_MS });
    await pollOnlyWhenDue(running.test.database.pool);
  });
  afterEach(async () => {
    await stripe.webhooks.settled();
    stripe.faults.length = 0;
    running.resumeEvents();
  });
  afterAll(() => running.stop());

  const ask = (browser: ReturnType<StripeBackend['test']['browser']>, id: string) =>
    browser.post(`/api/ndas/${id}/create-payment-intent`).send({ partyNumber: '1', paymentMode: 'split' });
  const signed = async () => {
    const browser = running.test.browser();
    const id = await create(browser);
    await sign(browser, id, 1);
    return { browser, id };
  };
  const paid = ({ browser, id }: Awaited<ReturnType<typeof signed>>): Promise<true> =>
    until(async () => (await read(browser, id)).paymentStatus === 'succeeded');
  const asked = async () => {
    const one = await signed();
    const intent = await openIntent(one.browser, one.id);
    const { clientSecret, paymentIntentId } = intent;
    const pay = (card = PAYS) => void stripe.books.confirm({ clientSecret, card });
    const confirm = () => one.browser.post(`/api/ndas/${one.id}/confirm-payment`).send({ paymentIntentId });
    return { ...one, intent, paymentIntentId, pay, confirm };
  };
  /**
   * Runs the sweep, which makes a job for each open payment that it finds. Then makes the job of this
   * agreement due at once.
   */
  const sweep = async (id: string): Promise<void> => {
    const { pool } = running.test.backend.infrastructure;
    const found = owedPolls((after, limit) => openPayments(pool, after, limit));
    await scheduleSweep(found, { pool, logger: silentLogger }).run(new AbortController().signal);
    await pool.query('UPDATE owed_jobs SET run_at = now() WHERE key = $1 AND worker IS NULL', [
      `look:${id}:1`,
    ]);
  };
  const madeFor = (id: string) => stripe.books.all.filter(({ metadata }) => metadata['nda'] === id);

  it.each<[string, DoubleFault, number]>([
    ['keeps quiet', 'silence', 0],
    ['fails', { failure: 500 }, 0],
    ['answers late', late, 1],
    ['is cut off after it did what it was asked', 'cut after', 1],
  ])('gets a later request for the same payment if it %s', async (_, fault, made) => {
    const { browser, id } = await signed();
    running.failing(fault);
    expect((await ask(browser, id).expect(502)).body.code).toBe('payment_provider_failed');
    expect(madeFor(id)).toHaveLength(made);
    expect(await read(browser, id)).toMatchObject({ amountDue: 199, paymentStatus: 'pending' });
    const { clientSecret, paymentIntentId } = await openIntent(browser, id);
    expect(madeFor(id).map((one) => one.id)).toEqual([paymentIntentId]);
    stripe.books.confirm({ clientSecret, card: PAYS });
    await paid({ browser, id });
    expect(await running.count(id, 'PaymentRequested')).toBe(1);
    expect(await running.count(id, 'PaymentSucceeded')).toBe(1);
  });

  it('gets another attempt at the next call if it repeats its failure for the same key', async () => {
    const { browser, id } = await signed();
    stripe.faults.push({ failure: 500, kept: true });
    await ask(browser, id).expect(502);
    const { clientSecret } = await openIntent(browser, id);
    stripe.books.confirm({ clientSecret, card: PAYS });
    await paid({ browser, id });
    const failed = (await running.eventsOf(id)).filter(({ type }) => type === 'PaymentFailed');
    expect(failed.map(({ open }) => open)).toMatchObject([{ attempt: 1, code: 'nothing_made', final: true }]);
    expect(madeFor(id)).toHaveLength(1);
  });

  it('gets another attempt if it has ended the payment and no event has reported that', async () => {
    const { browser, id, paymentIntentId, pay } = await asked();
    running.stopEvents();
    stripe.books.cancel(paymentIntentId);
    expect(() => pay()).toThrow('payment_intent_unexpected_state');
    const next = await openIntent(browser, id);
    expect(next.paymentIntentId).not.toBe(paymentIntentId);
    stripe.books.confirm({ clientSecret: next.clientSecret, card: PAYS });
    await browser
      .post(`/api/ndas/${id}/confirm-payment`)
      .send({ paymentIntentId: next.paymentIntentId })
      .expect(200);
    await paid({ browser, id });
    expect((await stateOf(running.test, id)).moneyBack.due).toEqual([]);
  });

  it.each<[string, DoubleFault]>([
    ['keeps quiet', 'silence'],
    ['fails', { failure: 500 }],
    ['answers late', late],
  ])('has unreported money, and the sweep finds it once Stripe no longer %s', async (_, fault) => {
    const { browser, id, paymentIntentId, pay, confirm } = await asked();
    running.stopEvents();
    pay();
    running.failing(fault);
    expect((await confirm().expect(502)).body.code).toBe('payment_provider_failed');
    expect(await read(browser, id)).toMatchObject({ amountDue: 199, paymentStatus: 'pending' });
    running.failing(fault);
    await sweep(id);
    // The poll fails as well. Then the job of the poll waits for its next try.
    await until(() => stripe.faults.length === 0);
    await until(async () => {
      await sweep(id);
      return (await read(browser, id)).paymentStatus === 'succeeded';
    });
    expect(await running.count(id, 'PaymentSucceeded')).toBe(1);
    expect((await running.found()).filter((one) => one.paymentIntentId === paymentIntentId)).toEqual([]);
  });

  describe('and a party that requests the document while the money is unreported', () => {
    const unheard = async () => {
      const browser = running.test.browser();
      const id = await signedByBoth(browser);
      const { clientSecret, paymentIntentId } = await openIntent(browser, id);
      running.stopEvents();
      const pay = () => void stripe.books.confirm({ clientSecret, card: PAYS });
      return { browser, id, paymentIntentId, pay, send: () => browser.post(`/api/ndas/${id}/send-email`) };
    };

    it('causes a poll, which finds the money, and gets the document', async () => {
      const { browser, id, pay, send } = await unheard();
      pay();
      expect((await send().expect(202)).body).toMatchObject({ paymentStatus: 'succeeded', amountDue: 0 });
      expect(await running.count(id, 'PaymentSucceeded')).toBe(1);
      await untilSent(browser, id);
    });

    it('gets, after a poll, the answer that the document is not paid', async () => {
      const { paymentIntentId, send } = await unheard();
      stripe.requests.length = 0;
      expect((await send().expect(402)).body.code).toBe('payment_required');
      expect(stripe.requests.map(({ path }) => path)).toContain(`/v1/payment_intents/${paymentIntentId}`);
    });

    it('gets the same answer if Stripe cannot be asked', async () => {
      const { id, pay, send } = await unheard();
      pay();
      running.failing('silence');
      expect((await send().expect(402)).body.code).toBe('payment_required');
      expect(await running.count(id, 'PaymentSucceeded')).toBe(0);
    });
  });

  it('gets 503 for its event if it cannot be asked about the payment, and so sends it again', async () => {
    const { browser, id, pay } = await asked();
    running.stopEvents();
    pay();
    const event = stripe.events.at(-1);
    if (event === undefined) throw new Error('no event');
    running.resumeEvents();
    running.failing({ failure: 500 });
    expect(await stripe.webhooks.deliver(event)).toBe(503);
    expect(await running.count(id, 'PaymentSucceeded')).toBe(0);
    expect(await stripe.webhooks.deliver(event)).toBe(200);
    await paid({ browser, id });
  });

  describe('and is in doubt for ten minutes', () => {
    const inDoubt = async () => {
      const one = await asked();
      one.pay(STAYS);
      await one.confirm().expect(200);
      return one;
    };
    /**
     * Polls the payment.
     * @returns the milliseconds until the next poll; undefined if no further poll is needed
     */
    const look = async (id: string): Promise<number | undefined> => {
      const job = running.test.backend.app.get(PollPaymentJob);
      try {
        await job.run(pollPaymentRequest(id, 1).payload);
        return undefined;
      } catch (error) {
        if (!(error instanceof TryAgainIn)) throw error;
        expect(error.cause).toBeUndefined();
        return error.ms;
      }
    };

    it('is polled with growing pauses; meanwhile nothing else is opened, ended or due', async () => {
      const one = await inDoubt();
      stripe.requests.length = 0;
      const pauses: number[] = [];
      for (let waited = 0; waited < TEN_MINUTES_MS; ) {
        const ms = (await look(one.id)) ?? 0;
        pauses.push(ms);
        later += ms;
        waited += ms;
        expect(await read(one.browser, one.id)).toMatchObject({ amountDue: 199, paymentStatus: 'pending' });
      }
      expect(pauses.length).toBeLessThanOrEqual(10);
      expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
      // Each poll makes one call to Stripe. Some of the polls were not made by this test but by the backend.
      const calls = stripe.requests.filter(({ path }) => path.endsWith(one.paymentIntentId)).length;
      expect(calls).toBeGreaterThanOrEqual(pauses.length);
      expect(calls).toBeLessThanOrEqual(2 * pauses.length);
      expect((await ask(one.browser, one.id).expect(200)).body).toEqual(one.intent);
      expect(stripe.books.known(one.paymentIntentId).status).toBe('processing');
      const { payments, moneyBack } = await stateOf(running.test, one.id);
      expect(payments[1].requests).toMatchObject([{ attempt: 1, standing: 'open', declines: 0 }]);
      expect(moneyBack.due).toEqual([]);
      running.stopEvents();
      stripe.books.settle(one.paymentIntentId, 'succeeded');
      expect(await look(one.id)).toBeUndefined();
      await paid(one);
    });

    it('may decline in the end; the same payment then takes the next card', async () => {
      const one = await inDoubt();
      later += TEN_MINUTES_MS;
      running.stopEvents();
      stripe.books.settle(one.paymentIntentId, 'failed');
      expect(await look(one.id)).toBeGreaterThanOrEqual(2 * MINUTE_MS);
      const { open } = (await running.eventsOf(one.id)).at(-1) ?? {};
      expect(open).toMatchObject({ code: 'card_declined', final: false });
      expect((await ask(one.browser, one.id).expect(200)).body).toEqual(one.intent);
      one.pay();
      await one.confirm().expect(200);
      await paid(one);
    });

    it('is polled even a day later, when nobody is waiting any more', async () => {
      const one = await inDoubt();
      later += DAY_MS + HOUR_MS;
      expect(await look(one.id)).toBe(HOUR_MS);
      expect((await stateOf(running.test, one.id)).payments[1].requests[0]?.standing).toBe('open');
      stripe.books.settle(one.paymentIntentId, 'succeeded');
      await paid(one);
      expect((await stateOf(running.test, one.id)).moneyBack.due).toEqual([]);
    });
  });
});

import { revenueOf } from '#src/nda/money-back';
import type { DoubleFault } from '#src/payments/stripe/testing/stripe-double';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { voucherDecider } from '#src/voucher/voucher.decider';
import { stateOf } from '../steps/link-steps.js';
import { create, openIntent, read, sign } from '../steps/steps.js';
import { PAYS, type StripeBackend, startStripeBackend, STAYS } from '../backend/stripe-backend.js';
import { until } from '#src/platform/testing/until';

const RIVALS = 50;

/**
 * In most tests, a voucher and a card compete to pay for one agreement. In one test, fifty agreements compete
 * for one voucher.
 */
describe('a voucher in a race', () => {
  const stripe = new StripeDouble();
  let running: StripeBackend;
  beforeAll(async () => {
    running = await startStripeBackend(stripe);
  });
  afterEach(async () => {
    await stripe.webhooks.settled();
    stripe.faults.length = 0;
    running.resumeEvents();
  });
  afterAll(() => running.stop());

  type Browser = ReturnType<StripeBackend['test']['browser']>;
  const signed = async (browser: Browser): Promise<string> => {
    const id = await create(browser);
    await sign(browser, id, 1);
    return id;
  };
  const apply = (browser: Browser, id: string, voucherCode: string) =>
    browser.post(`/api/ndas/${id}/apply-voucher`).send({ voucherCode });
  /** Applies a voucher, and repeats the call while the service is too busy to answer, as a browser does. */
  const applied = async (...asked: Parameters<typeof apply>) => {
    for (;;) {
      const answer = await apply(...asked);
      if (answer.status !== 503) return answer;
    }
  };
  const holderOf = async (voucherId: string) =>
    (await running.test.backend.infrastructure.commands.state(voucherDecider, voucherId)).state.holder;

  it(`pays for only one of ${RIVALS} agreements, and the others get the answer that it is used`, async () => {
    const browser = running.test.browser();
    // The first agreement gives the browser its cookie.
    const first = await signed(browser);
    const ids = [first];
    while (ids.length < RIVALS) ids.push(await signed(browser));
    const { code, id: voucherId } = await running.voucher();
    const answers = await Promise.all(ids.map((id) => applied(browser, id, code)));
    const said = answers.map(({ status, body }) => (status === 200 ? 'paid' : `${status} ${body.code}`));
    expect(said.toSorted()).toEqual([...Array(RIVALS - 1).fill('409 voucher_used'), 'paid']);
    const winner = ids[said.indexOf('paid')] ?? '';
    for (const id of ids) {
      const { payments, obligations } = await stateOf(running.test, id);
      const standing = { covered: payments[1].covered, voucherId: payments[1].voucherId };
      expect(standing).toEqual(id === winner ? { covered: 199, voucherId } : { covered: 0, voucherId: null });
      expect(obligations.open.map(({ kind }) => kind)).not.toContain('refund');
    }
    expect(await holderOf(voucherId)).toEqual({ ndaId: winner, party: 1 });
    // The losing agreements still owe the price, and may use another voucher.
    const loser = ids.find((id) => id !== winner) ?? '';
    expect(await read(browser, loser)).toMatchObject({ amountDue: 199 });
    await apply(browser, loser, (await running.voucher()).code).expect(200);
  });

  /** Makes a signed agreement with an open intent at Stripe, and a voucher. */
  const begun = async () => {
    const browser = running.test.browser();
    const id = await signed(browser);
    const [intent, voucher] = [await openIntent(browser, id), await running.voucher()];
    const pay = (card = PAYS) => void stripe.books.confirm({ clientSecret: intent.clientSecret, card });
    return { browser, id, ...intent, voucher, pay, use: () => apply(browser, id, voucher.code) };
  };
  /**
   * Expects that each cent at Stripe is either our revenue or due back. Also expects that this agreement
   * holds the voucher if it was paid by voucher, and that nobody holds the voucher if it was paid by card.
   */
  const expectPaidOnce = async (
    { id, paymentIntentId, voucher }: Awaited<ReturnType<typeof begun>>,
    by: 'card' | 'voucher',
    due: number,
  ): Promise<void> => {
    const { status, received } = stripe.books.known(paymentIntentId);
    const { payments, moneyBack } = await stateOf(running.test, id);
    const revenue = revenueOf(payments[1].counted, moneyBack);
    const back = moneyBack.due.map(({ amount, reason }) => ({ amount, reason }));
    expect({ revenue, back }).toEqual({
      revenue: by === 'card' ? 199 : 0,
      back: due === 0 ? [] : [{ amount: due, reason: 'excess' }],
    });
    expect(status === 'succeeded' ? received : 0).toBe(revenue + due);
    expect(payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
    expect(await running.count(id, 'VoucherApplied')).toBe(by === 'voucher' ? 1 : 0);
    await until(async () => {
      const holder = await holderOf(voucher.id);
      return by === 'card' ? holder === undefined : holder?.ndaId === id;
    });
    expect((await running.found()).filter((one) => one.ndaId === id)).toEqual([]);
  };

  it('stays free if the card was faster, even if no event has reported that', async () => {
    const one = await begun();
    running.stopEvents();
    one.pay();
    expect((await one.use().expect(409)).body.code).toBe('already_paid');
    await expectPaidOnce(one, 'card', 0);
  });

  it('prevents any card from paying afterwards', async () => {
    const one = await begun();
    await one.use().expect(200);
    expect(() => one.pay()).toThrow('payment_intent_unexpected_state');
    await expectPaidOnce(one, 'voucher', 0);
  });

  it('pays although a card is undecided; if the money of that card arrives, it is due back', async () => {
    const one = await begun();
    one.pay(STAYS);
    await one.use().expect(200);
    await expectPaidOnce(one, 'voucher', 0);
    stripe.books.settle(one.paymentIntentId, 'succeeded');
    await stripe.webhooks.settled();
    await expectPaidOnce(one, 'voucher', 199);
  });

  it('pays while Stripe is away; money that a card paid meanwhile is due back', async () => {
    const one = await begun();
    // Stripe fails until the card has paid. If a job reached Stripe earlier, it would end the intent.
    running.failing('cut before', 1_000);
    await one.use().expect(200);
    one.pay();
    stripe.faults.length = 0;
    await stripe.webhooks.settled();
    await expectPaidOnce(one, 'voucher', 199);
  });

  // Applying a voucher makes two calls to Stripe: first a poll, then a cancellation.
  it.each([0, 1])(
    'stays free if the card pays just before the voucher makes its call %i of Stripe',
    async (calls) => {
      const one = await begun();
      // Events are stopped, because no event may arrive before the voucher's own poll.
      running.stopEvents();
      const before: DoubleFault = { before: () => one.pay() };
      stripe.faults.push(...Array.from({ length: calls }, () => 'none' as const), before);
      expect((await one.use().expect(409)).body.code).toBe('already_paid');
      expect(stripe.faults).toEqual([]);
      await expectPaidOnce(one, 'card', 0);
    },
  );

  it('or the card pays if both come at once, whichever is first', async () => {
    const ways = await Promise.all(Array.from({ length: 8 }, begun));
    await Promise.all(
      ways.map(async (one, n) => {
        const answer = one.use().then(({ status }) => status);
        // Each card pays a little later than the card before it.
        for (let turn = 0; turn < n * 40; turn += 1) await new Promise(setImmediate);
        const paid = await Promise.resolve()
          .then(() => one.pay())
          .then(
            () => true,
            () => false,
          );
        await stripe.webhooks.settled();
        const byVoucher = (await answer) === 200;
        expect(paid).toBe(!byVoucher);
      }),
    );
    for (const one of ways) {
      const { payments } = await stateOf(running.test, one.id);
      await expectPaidOnce(one, payments[1].voucherId === null ? 'card' : 'voucher', 0);
    }
  });
});

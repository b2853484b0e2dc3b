import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import { newId } from '../platform/crypto/ids.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../platform/testing/until.js';
import { card } from '../../testing/steps/samples.js';
import { create, openIntent, payByCard, read, sign, signedByBoth } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { PaymentReports } from './payment-reports.js';
import { type IntentReport, ProviderFailed } from './provider.js';
import { openPayments } from '../agreements/owed/open-payments.js';
import { scheduleSweep } from '../eventsourcing/reactions/sweep.js';
import { owedPolls } from './owed-polls.sweep.js';
import { sampleReport } from './testing/providers.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { VoucherRedemption } from './voucher-redemption.js';
import { voucherDecider } from '../voucher/voucher.decider.js';

type Browser = ReturnType<TestBackend['browser']>;

/**
 * These tests run the whole backend, because a payment involves two streams, a provider, jobs and reactions.
 */
describe('paying', () => {
  let test: TestBackend;
  let admin: Browser;
  beforeAll(async () => {
    test = await startTestBackend();
    admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterAll(() => test.stop());

  const part = <T>(type: new (...args: never[]) => T): T => test.backend.app.get(type);
  const voucher = async (): Promise<{ id: string; code: string }> =>
    (await admin.post('/api/admin/vouchers').send({}).expect(201)).body;
  const isUsed = async (id: string): Promise<boolean> =>
    (await admin.get('/api/admin/vouchers?pageSize=50').expect(200)).body.items.find(
      (one: { id: string }) => one.id === id,
    ).isUsed;
  const apply = (browser: Browser, id: string, voucherCode: string) =>
    browser.post(`/api/ndas/${id}/apply-voucher`).send({ voucherCode });
  const typesOf = async (id: string): Promise<string[]> => {
    const { events } = await test.backend.infrastructure.journal.load<NdaEvent>(ndaStream(id));
    return events.map(({ type }) => type);
  };
  const count = async (id: string, type: string): Promise<number> =>
    (await typesOf(id)).filter((one) => one === type).length;

  async function signed(): Promise<{ browser: Browser; id: string }> {
    const browser = test.browser();
    return { browser, id: await signedByBoth(browser) };
  }

  describe('by card', () => {
    it('returns the same intent while it is open, and none once it is paid', async () => {
      const { browser, id } = await signed();
      const [first, second] = await Promise.all([openIntent(browser, id), openIntent(browser, id)]);
      expect(second).toEqual(first);
      expect(first).toMatchObject({ amount: 199, currency: 'EUR', provider: 'sandbox' });
      expect(await count(id, 'PaymentRequested')).toBe(1);
      expect(await payByCard(browser, id)).toMatchObject({
        paymentStatus: 'succeeded',
        party1PaymentAmount: 199,
        amountDue: 0,
      });
      const again = browser
        .post(`/api/ndas/${id}/create-payment-intent`)
        .send({ partyNumber: '1', paymentMode: 'split' });
      expect((await again.expect(409)).body.code).toBe('already_paid');
    });

    it('reads the agreement once to open an intent, and appends to it twice', async () => {
      const browser = test.browser();
      const id = await create(browser);
      // Only one party has signed the agreement, so no job reads its stream.
      await sign(browser, id, 1);
      const reading = jest.spyOn(test.backend.infrastructure.journal, 'load');
      await openIntent(browser, id);
      const ofIt = reading.mock.calls.filter(([stream]) => stream === ndaStream(id));
      reading.mockRestore();
      expect(ofIt).toHaveLength(1);
      expect(await count(id, 'PaymentRequested')).toBe(1);
      expect(await count(id, 'PaymentIntentOpened')).toBe(1);
    });

    it('is refused before Party 1 has signed', async () => {
      const browser = test.browser();
      const id = await create(browser);
      const asked = browser
        .post(`/api/ndas/${id}/create-payment-intent`)
        .send({ partyNumber: '1', paymentMode: 'split' });
      expect((await asked.expect(409)).body.code).toBe('party1_must_sign_first');
    });

    it('shows a declined card, and counts the next one', async () => {
      const { browser, id } = await signed();
      const { clientSecret } = await openIntent(browser, id);
      const decline = browser
        .post(`/api/sandbox/payments/${clientSecret}/confirm`)
        .send({ ...card, cardNumber: '4000 0000 0000 0002' });
      expect((await decline.expect(402)).body.code).toBe('card_declined');
      await until(async () => (await count(id, 'PaymentFailed')) === 1);
      expect(await read(browser, id)).toMatchObject({ amountDue: 199 });
      await browser.post(`/api/sandbox/payments/${clientSecret}/confirm`).send(card).expect(200);
      await until(async () => (await read(browser, id)).paymentStatus === 'succeeded');
    });

    it('counts by the provider’s report alone, without a call of the browser', async () => {
      const { browser, id } = await signed();
      const { clientSecret } = await openIntent(browser, id);
      await browser.post(`/api/sandbox/payments/${clientSecret}/confirm`).send(card).expect(200);
      await until(async () => (await read(browser, id)).paymentStatus === 'succeeded');
      expect(await count(id, 'PaymentSucceeded')).toBe(1);
    });

    it('refuses an intent of another agreement', async () => {
      const [mine, other] = [await signed(), await signed()];
      const { paymentIntentId } = await openIntent(other.browser, other.id);
      await openIntent(mine.browser, mine.id);
      const confirm = mine.browser.post(`/api/ndas/${mine.id}/confirm-payment`).send({ paymentIntentId });
      expect((await confirm.expect(404)).body.code).toBe('payment_unknown');
    });
  });

  describe('reports of the provider', () => {
    async function reported(
      change: Partial<IntentReport>,
    ): Promise<{ browser: Browser; id: string; report: IntentReport }> {
      const { browser, id } = await signed();
      const { paymentIntentId } = await openIntent(browser, id);
      const report = sampleReport({ paymentIntentId, ndaId: id, ...change });
      return { browser, id, report };
    }

    it('count once, however often and in whatever order they arrive', async () => {
      const { browser, id, report } = await reported({});
      const reports = part(PaymentReports);
      const declined = { ...report, status: 'declined', code: 'card_declined' } as const;
      await Promise.all([report, report, declined, report].map((one) => reports.apply(one)));
      await reports.apply(declined);
      await reports.apply({ ...report, status: 'open' });
      await until(async () => (await read(browser, id)).paymentStatus === 'succeeded');
      expect(await count(id, 'PaymentSucceeded')).toBe(1);
      expect(await count(id, 'RefundDue')).toBe(0);
    });

    it.each([
      ['another amount', { amount: 198 }],
      ['another currency', { currency: 'USD' }],
    ])('never count with %s: the money is due back', async (_, change) => {
      const { browser, id, report } = await reported(change);
      await part(PaymentReports).apply(report);
      await part(PaymentReports).apply(report);
      expect(await count(id, 'PaymentMismatched')).toBe(1);
      expect(await count(id, 'PaymentSucceeded')).toBe(0);
      expect(await read(browser, id)).toMatchObject({ amountDue: 199 });
    });

    it('make a refund due if the money is no longer owed', async () => {
      const { browser, id, report } = await reported({});
      const { code } = await voucher();
      await apply(browser, id, code).expect(200);
      await part(PaymentReports).apply(report);
      expect(await count(id, 'RefundDue')).toBe(1);
      expect(await read(browser, id)).toMatchObject({ paymentStatus: 'succeeded', party1PaymentAmount: 0 });
    });

    /**
     * Finds open payments by their rows, and enqueues a job for each. The backend under test runs the jobs.
     */
    const sweep = () => {
      const { pool } = test.backend.infrastructure;
      const found = owedPolls((after, limit) => openPayments(pool, after, limit));
      return scheduleSweep(found, { pool, logger: silentLogger }).run(new AbortController().signal);
    };
    const pending = ({ browser, id }: { browser: Browser; id: string }): Promise<boolean> =>
      until(async () => (await read(browser, id)).paymentStatus === 'pending');
    const paidUnheard = ({ report }: { report: IntentReport }): Promise<unknown> =>
      test.backend.infrastructure.pool.query(
        "UPDATE sandbox_payment_intents SET status = 'succeeded' WHERE id = $1",
        [report.paymentIntentId],
      );

    it('are replaced by a look-up if they never arrive', async () => {
      const payment = await reported({});
      await pending(payment);
      await paidUnheard(payment);
      await sweep();
      await until(async () => (await read(payment.browser, payment.id)).paymentStatus === 'succeeded');
    });

    it('are replaced by a look-up even if the look-up of another fails', async () => {
      const [hanging, failing, paid] = [await reported({}), await reported({}), await reported({})];
      for (const payment of [hanging, failing, paid]) await pending(payment);
      await paidUnheard(paid);
      const sandbox = part(SandboxProvider);
      const lookUp = sandbox.lookUp.bind(sandbox);
      let answer: (report: undefined) => void = () => undefined;
      const silence = new Promise<undefined>((resolve) => {
        answer = resolve;
      });
      const spied = jest.spyOn(sandbox, 'lookUp').mockImplementation((id) => {
        if (id === hanging.report.paymentIntentId) return silence;
        return id === failing.report.paymentIntentId
          ? Promise.reject(new ProviderFailed('away'))
          : lookUp(id);
      });
      try {
        await sweep();
        await until(() => spied.mock.calls.length >= 2);
        await until(async () => (await read(paid.browser, paid.id)).paymentStatus === 'succeeded');
      } finally {
        answer(undefined);
        spied.mockRestore();
      }
    });
  });

  describe('with a voucher', () => {
    it('pays for one of two concurrent users', async () => {
      const { code, id: voucherId } = await voucher();
      const rivals = [await signed(), await signed()];
      const answers = await Promise.all(rivals.map(({ browser, id }) => apply(browser, id, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('voucher_used');
      const standing = await Promise.all(
        rivals.map(async ({ browser, id }) => (await read(browser, id)).amountDue),
      );
      expect(standing.sort()).toEqual([0, 199]);
      await until(() => isUsed(voucherId));
    });

    it('ends an open intent first', async () => {
      const { browser, id } = await signed();
      const { clientSecret, paymentIntentId } = await openIntent(browser, id);
      await apply(browser, id, (await voucher()).code).expect(200);
      expect(await part(SandboxProvider).lookUp(paymentIntentId)).toMatchObject({ status: 'cancelled' });
      await browser.post(`/api/sandbox/payments/${clientSecret}/confirm`).send(card).expect(404);
      expect(await read(browser, id)).toMatchObject({
        paymentStatus: 'succeeded',
        party1PaymentAmount: 0,
        amountDue: 0,
      });
    });

    it('stays free if a card paid first', async () => {
      const { browser, id } = await signed();
      const { paymentIntentId } = await openIntent(browser, id);
      await test.backend.infrastructure.pool.query(
        "UPDATE sandbox_payment_intents SET status = 'succeeded' WHERE id = $1",
        [paymentIntentId],
      );
      const { code, id: voucherId } = await voucher();
      expect((await apply(browser, id, code).expect(409)).body.code).toBe('already_paid');
      await until(async () => !(await isUsed(voucherId)));
      const other = await signed();
      await apply(other.browser, other.id, code).expect(200);
      expect(await read(browser, id)).toMatchObject({ party1PaymentAmount: 199 });
    });

    const context = () => contextAt(new Date().toISOString(), { commandId: newId(), actor: 'party1' });

    it('pays automatically if the backend stopped between redeeming and applying', async () => {
      const { browser, id } = await signed();
      await part(VoucherRedemption).redeem((await voucher()).code, id, 1, context());
      await until(async () => (await read(browser, id)).paymentStatus === 'succeeded');
      expect(await count(id, 'VoucherApplied')).toBe(1);
    });

    it('is freed automatically if the agreement was paid meanwhile', async () => {
      const { browser, id } = await signed();
      await payByCard(browser, id);
      const { code, id: voucherId } = await voucher();
      await part(VoucherRedemption).redeem(code, id, 1, context());
      // Reads the stream, because the row does not show the release. The row shows a free voucher both before
      // the projection reads the redemption and after the release.
      await until(async () => {
        const { events } = await test.backend.infrastructure.commands.state(voucherDecider, voucherId);
        return events.some(({ type }) => type === 'VoucherReleased');
      });
      const other = await signed();
      await apply(other.browser, other.id, code).expect(200);
      expect(await count(id, 'VoucherApplied')).toBe(0);
    });

    it('settles once, however often settling is repeated', async () => {
      const { id } = await signed();
      const service = part(VoucherRedemption);
      const { code } = await voucher();
      const voucherId = service.idOf(code);
      await service.redeem(code, id, 1, context());
      await Promise.all([1, 2, 3].map(() => service.settle({ voucherId, ndaId: id, party: 1 }, newId())));
      expect(await count(id, 'VoucherApplied')).toBe(1);
    });

    it('is refused with its reason: unknown, used, too early', async () => {
      const { browser, id } = await signed();
      expect((await apply(browser, id, 'NDA-AAAA-AAAA').expect(404)).body.code).toBe('voucher_unknown');
      const { code } = await voucher();
      const other = await signed();
      await apply(other.browser, other.id, code.toLowerCase().replaceAll('-', ' ')).expect(200);
      expect((await apply(browser, id, code).expect(409)).body.code).toBe('voucher_used');
      const draft = await create(browser);
      expect((await apply(browser, draft, (await voucher()).code).expect(409)).body.code).toBe(
        'party1_must_sign_first',
      );
      await sign(browser, draft, 1);
      const { state } = await test.backend.infrastructure.commands.state(ndaDecider, draft);
      expect(state.payments[1].covered).toBe(0);
    });
  });
});

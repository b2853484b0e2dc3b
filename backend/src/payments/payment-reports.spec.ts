import type { NdaEvent } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { type IntentReport, type PaymentProvider, ProviderFailed } from './provider.js';
import { reportSandboxPaymentJob } from './sandbox/report-sandbox-payment.job.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { sampleReport, withParts } from './testing/providers.js';
import { CauseMissing } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

/** Returns the events that were recorded after the intent was opened. */
async function facts(ndaId: string): Promise<readonly Recorded<NdaEvent>[]> {
  const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
  return events.slice(events.findIndex(({ type }) => type === 'PaymentIntentOpened') + 1);
}
const told = async (ndaId: string): Promise<readonly string[]> =>
  (await facts(ndaId)).map(({ type }) => type);

async function reported(
  changes: Partial<IntentReport> = {},
): Promise<{ ndaId: string; report: IntentReport }> {
  const ndaId = await bench.signedNda();
  const { paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
  const about = { paymentIntentId, ndaId, party: 1, attempt: 1 } as const;
  return {
    ndaId,
    report: sampleReport({ ...about, ...changes }),
  };
}

const telling = (lookUp: PaymentProvider['lookUp']) =>
  bench.with({ provider: withParts(bench.sandbox, { lookUp }) });
/** Applies a report. If the service looks the intent up at the provider, the provider returns `newest`. */
const appliedAsItStands = (report: IntentReport, newest = report) =>
  telling(() => Promise.resolve(newest)).reports.apply(report);

describe('a report of the provider', () => {
  it('counts once, however often it arrives, even concurrently', async () => {
    const { ndaId, report } = await reported();
    const revisions = await Promise.all([1, 2, 3, 4].map(() => bench.reports.apply(report)));
    expect(new Set(revisions).size).toBe(1);
    expect(await bench.reports.apply(report)).toBe(revisions[0]);
    expect(await told(ndaId)).toEqual(['PaymentSucceeded']);
    expect((await facts(ndaId))[0]).toMatchObject({
      actor: 'system',
      open: {
        party: 1,
        attempt: 1,
        amount: 199,
        currency: 'EUR',
        paymentIntentId: report.paymentIntentId,
        provider: 'sandbox',
      },
    });
  });

  it('counts even if a refusal or cancellation arrives late', async () => {
    for (const late of [
      { status: 'declined', code: 'card_declined' } as const,
      { status: 'cancelled' } as const,
    ]) {
      const { ndaId, report } = await reported();
      await bench.reports.apply(report);
      await bench.reports.apply({ ...report, ...late });
      expect(await told(ndaId)).toEqual(['PaymentSucceeded']);
      expect((await bench.state(ndaId)).payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
    }
  });

  it("of success counts even after a reported cancellation, because the provider's report decides", async () => {
    const { ndaId, report } = await reported();
    await bench.reports.apply({ ...report, status: 'cancelled' });
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ status: 'failed', open: undefined });
    await bench.reports.apply(report);
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
  });

  it('records nothing about an intent that is merely open', async () => {
    const { ndaId, report } = await reported({ status: 'open' });
    expect(await bench.reports.apply(report)).toBeUndefined();
    expect(await told(ndaId)).toEqual([]);
  });

  it.each([
    ['too little', { amount: 198 }],
    ['too much', { amount: 398 }],
    ['another currency', { currency: 'USD' }],
  ])('of %s never counts, and is due back once', async (_what, changes) => {
    const { ndaId, report } = await reported(changes);
    await bench.reports.apply(report);
    await bench.reports.apply(report);
    expect(await told(ndaId)).toEqual(['PaymentMismatched', 'RefundDue']);
    const [mismatch, refund] = await facts(ndaId);
    const { amount, currency, paymentIntentId } = report;
    expect(mismatch?.open).toEqual({ party: 1, paymentIntentId, expectedAmount: 199, amount, currency });
    expect(refund?.open).toEqual({ party: 1, paymentIntentId, amount, currency, reason: 'mismatched' });
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ covered: 0, status: 'none' });
  });

  it('of money for an amount covered by a voucher is due back', async () => {
    const { ndaId, report } = await reported();
    await bench.voucher('NDA-PAID-BACK');
    await bench.service.applyVoucher(ndaId, 1, 'NDA-PAID-BACK', bench.context());
    await bench.reports.apply(report);
    expect(await told(ndaId)).toEqual(['PaymentFailed', 'VoucherApplied', 'RefundDue']);
    expect((await facts(ndaId)).at(-1)?.open).toMatchObject({ amount: 199, reason: 'excess' });
  });

  it('counts only the owed amount if a cheaper choice was made since; the rest is due back', async () => {
    const ndaId = await bench.nda({
      ...oneOfEachCommand.SignAsParty1,
      mode: 'remote',
      party1PaysForBoth: true,
    });
    const { paymentIntentId, amount } = await bench.service.open(ndaId, 1, bench.context());
    expect(amount).toBe(398);
    await bench.run(ndaId, { ...oneOfEachCommand.SignAsParty1, mode: 'in-person', party1PaysForBoth: false });
    const about = { paymentIntentId, ndaId, party: 1, attempt: 1 } as const;
    const report = sampleReport({ ...about, amount: 398 });
    await bench.reports.apply(report);
    const [, counted, refund] = await facts(ndaId);
    expect(counted).toMatchObject({ type: 'PaymentSucceeded', open: { amount: 199 } });
    expect(refund).toMatchObject({ type: 'RefundDue', open: { amount: 199, reason: 'excess' } });
  });

  it('after an erasure makes the money due back', async () => {
    const { ndaId, report } = await reported();
    await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    await bench.reports.apply(report);
    expect((await facts(ndaId)).at(-1)).toMatchObject({
      type: 'RefundDue',
      open: { amount: 199, reason: 'erased' },
    });
  });

  it('of a declined card is recorded ten times; the twentieth ends attempt and intent', async () => {
    const { ndaId, report } = await reported();
    for (let declines = 1; declines <= 21; declines += 1)
      await bench.reports.apply({
        ...report,
        status: 'declined',
        code: 'card_declined',
        occurrence: String(declines),
        declines,
      });
    expect(await told(ndaId)).toEqual(Array.from({ length: 11 }, () => 'PaymentFailed'));
    expect((await facts(ndaId)).at(-1)).toMatchObject({ open: { final: true, code: 'cancelled' } });
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ status: 'failed', open: undefined });
    expect(await bench.sandbox.lookUp(report.paymentIntentId)).toMatchObject({ status: 'cancelled' });
    const next = await bench.service.open(ndaId, 1, bench.context());
    expect(next.paymentIntentId).not.toBe(report.paymentIntentId);
  });

  it('of a card that was accepted meanwhile counts, however many cards were declined before', async () => {
    const { ndaId, report } = await reported();
    const { clientSecret } = await bench.service.open(ndaId, 1, bench.context());
    await bench.sandbox.confirm(clientSecret, CARD);
    await bench.reports.apply({ ...report, status: 'declined', code: 'card_declined', declines: 20 });
    expect(await told(ndaId)).toEqual(['PaymentFailed', 'PaymentSucceeded']);
  });

  it('of a processing intent records nothing yet', async () => {
    const { ndaId, report } = await reported({ status: 'processing' });
    expect(await bench.reports.apply(report)).toBeUndefined();
    expect(await told(ndaId)).toEqual([]);
  });

  it('records the present total of refunds, even if a refund fails later', async () => {
    const { ndaId, report } = await reported();
    for (const refunded of [0, 99, 99, 198, 99, 198]) await appliedAsItStands({ ...report, refunded });
    expect(await told(ndaId)).toEqual([
      'PaymentSucceeded',
      'PaymentRefunded',
      'PaymentRefunded',
      'PaymentRefunded',
      'PaymentRefunded',
    ]);
    expect((await bench.state(ndaId)).moneyBack.refunded).toMatchObject([{ amount: 198 }]);
  });

  it('records an opened chargeback and its outcome, once, in any order', async () => {
    const { ndaId, report } = await reported();
    const taken = (state: 'opened' | 'won' | 'lost', disputes = 1) =>
      appliedAsItStands({ ...report, chargeback: { state, amount: 199, currency: 'EUR', disputes } });
    for (const state of ['opened', 'opened', 'won', 'opened', 'won'] as const) await taken(state);
    const back = ['PaymentSucceeded', 'PaymentChargedBack', 'PaymentChargedBack'];
    expect(await told(ndaId)).toEqual(back);
    // A second dispute is reported twice. After that, the late report of an earlier look-up arrives.
    for (const [state, disputes] of [
      ['opened', 2],
      ['opened', 2],
      ['won', 1],
    ] as const)
      await taken(state, disputes);
    expect(await told(ndaId)).toEqual([...back, 'PaymentChargedBack']);
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
  });

  describe('that is older than facts recorded meanwhile', () => {
    /** Returns the data of the newest event, which records a refund or a chargeback. */
    const stands = async (ndaId: string) => (await facts(ndaId)).at(-1)?.open;
    const chargeback = { amount: 199, currency: 'EUR', disputes: 1 } as const;

    it.each<[string, Partial<IntentReport>, Partial<IntentReport>]>([
      ['a higher total', { refunded: 100 }, { refunded: 150 }],
      ['a lower total', { refunded: 150 }, { refunded: 100 }],
      ['a total of 0', { refunded: 100 }, { refunded: 0 }],
      [
        'the outcome of an appeal',
        { chargeback: { ...chargeback, state: 'lost' } },
        { chargeback: { ...chargeback, state: 'won' } },
      ],
    ])('does not replace %s', async (_, before, now) => {
      const { ndaId, report } = await reported();
      await appliedAsItStands({ ...report, ...before });
      await appliedAsItStands({ ...report, ...now });
      const newest = await stands(ndaId);
      const count = (await told(ndaId)).length;
      // The report of an older look-up, which arrives late.
      await appliedAsItStands({ ...report, ...before }, { ...report, ...now });
      expect(await stands(ndaId)).toEqual(newest);
      expect(await told(ndaId)).toHaveLength(count);
    });

    it('is looked up again if another report is recorded at the same moment', async () => {
      const { ndaId, report } = await reported();
      await appliedAsItStands({ ...report, refunded: 50 });
      let lookUps = 0;
      const { reports } = telling(async () => {
        lookUps += 1;
        if (lookUps > 1) return { ...report, refunded: 150 };
        // While this look-up is under way, the report of a later look-up is recorded.
        await appliedAsItStands({ ...report, refunded: 150 });
        return { ...report, refunded: 100 };
      });
      await reports.apply({ ...report, refunded: 100 });
      expect(await stands(ndaId)).toMatchObject({ totalRefunded: 150 });
      expect((await bench.state(ndaId)).moneyBack.refunded).toMatchObject([{ amount: 150 }]);
      expect(lookUps).toBe(2);
    });

    it('records nothing while the provider cannot be reached or the payment keeps changing', async () => {
      const { ndaId, report } = await reported();
      await appliedAsItStands({ ...report, refunded: 50 });
      const away = telling(() => Promise.reject(new ProviderFailed('away')));
      await expect(away.reports.apply({ ...report, refunded: 100 })).rejects.toBeInstanceOf(ProviderFailed);
      expect(await stands(ndaId)).toMatchObject({ totalRefunded: 50 });
      let total = 50;
      const restless = telling(async () => {
        total += 1;
        await appliedAsItStands({ ...report, refunded: total });
        return { ...report, refunded: 20 };
      });
      await expect(restless.reports.apply({ ...report, refunded: 20 })).rejects.toBeInstanceOf(
        ProviderFailed,
      );
      expect(await stands(ndaId)).toMatchObject({ totalRefunded: total });
    });
  });

  it('keeps the last digits of the card out of the open part', async () => {
    const { ndaId, report } = await reported({ cardLastDigits: '4242' });
    await bench.reports.apply(report);
    const [paid] = await facts(ndaId);
    expect(paid?.personal).toEqual({ cardLastDigits: '4242' });
    expect(JSON.stringify(paid?.open)).not.toContain('4242');
  });

  it('of an unknown attempt is refused', async () => {
    const { ndaId, report } = await reported({ attempt: 7 });
    await expect(bench.reports.apply(report)).rejects.toMatchObject({ code: 'payment_unknown' });
    expect(await told(ndaId)).toEqual([]);
  });
});

describe("the sandbox's report", () => {
  const handler = () => reportSandboxPaymentJob(bench.sandbox, bench.reports);
  const job = jobContext();

  it('records each refusal of a card, but a repeated job only once', async () => {
    const ndaId = await bench.signedNda();
    const { clientSecret } = await bench.service.open(ndaId, 1, bench.context());
    bench.jobs.splice(0);
    for (const cardNumber of ['4000000000000002', '4000000000000002'])
      await expect(bench.sandbox.confirm(clientSecret, { ...CARD, cardNumber })).rejects.toMatchObject({
        code: 'card_declined',
      });
    for (const { payload } of [...bench.jobs, ...bench.jobs]) await handler().run(payload, job);
    expect(await told(ndaId)).toEqual(['PaymentFailed', 'PaymentFailed']);
    expect((await facts(ndaId))[0]?.open).toMatchObject({ code: 'card_declined', final: false });
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ status: 'pending', attempt: 1 });
    await bench.sandbox.confirm(clientSecret, CARD);
    for (const { payload } of bench.jobs) await handler().run(payload, job);
    expect(await told(ndaId)).toEqual(['PaymentFailed', 'PaymentFailed', 'PaymentSucceeded']);
  });

  it('uses the outcome of each card in the books, not the one in the payload', async () => {
    const ndaId = await bench.signedNda();
    const { clientSecret, paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
    for (const changes of [{ cvc: '' }, { cardNumber: '4000000000000002' }])
      await expect(bench.sandbox.confirm(clientSecret, { ...CARD, ...changes })).rejects.toThrow();
    for (const nth of [1, 2]) await handler().run({ paymentIntentId, code: 'stolen_card', nth }, job);
    expect((await facts(ndaId)).map(({ open }) => open)).toMatchObject([
      { code: 'card_invalid' },
      { code: 'card_declined' },
    ]);
  });

  it.each([
    ['an intent that is not in its books', () => `pi_sandbox_${'0'.repeat(24)}`, 1],
    ['a string that is no id of an intent', () => 'pi_none', 1],
    ['a card that nobody entered', (known: string) => known, 1],
    ['no card', (known: string) => known, 0],
  ])('of %s is refused', async (_, idOf, nth) => {
    const ndaId = await bench.signedNda();
    const { paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
    await expect(
      handler().run({ paymentIntentId: idOf(paymentIntentId), code: 'card_declined', nth }, job),
    ).rejects.toBeInstanceOf(CauseMissing);
    expect(await told(ndaId)).toEqual([]);
  });
});

import { DAY_MS } from '@siegel/contracts/limits';
import { requestedIntents } from '../agreements/owed/requested-intents.js';
import { newId } from '../platform/crypto/ids.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { type CheckingParts, differences } from './check-payments.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { type Difference, differenceText } from './difference-text.js';
import type { IntentReport } from './provider.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { sampleReport, withParts } from './testing/providers.js';

let bench: PaymentBench;
const ended = new Set<string>();
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

async function paid(): Promise<IntentReport> {
  const ndaId = await bench.signedNda();
  const { clientSecret, paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
  await bench.sandbox.confirm(clientSecret, CARD);
  await bench.service.confirm(ndaId, paymentIntentId, bench.context());
  return sampleReport({ ndaId, paymentIntentId });
}

/**
 * Returns the differences that the check finds for one intent. The provider reports this intent as changed by
 * `change`.
 */
async function found(
  paymentIntentId: string,
  change: (report: IntentReport) => IntentReport = (report) => report,
  asked: CheckingParts['requested'] = (name) => requestedIntents(bench.infrastructure.pool, name),
): Promise<readonly Difference[]> {
  await readModelsOf(bench.infrastructure);
  const now = bench.clock.now().getTime();
  const period = { from: new Date(now - DAY_MS), until: new Date(now + DAY_MS) };
  const { sandbox, infrastructure } = bench;
  const provider = withParts(sandbox, {
    list: async function* (asked) {
      for await (const report of sandbox.list(asked))
        yield report.paymentIntentId === paymentIntentId ? change(report) : report;
    },
  });
  const parts = {
    provider,
    commands: infrastructure.commands,
    isEnded: (stream: string) => ended.has(stream),
    requested: asked,
  };
  const all: Difference[] = [];
  for await (const one of differences(parts, period)) all.push(one);
  return all.filter((one) => one.paymentIntentId === paymentIntentId);
}

describe('an NDA whose stream is closed', () => {
  it('is named with the command that opens it, unless the operator ended the stream', async () => {
    const { ndaId, paymentIntentId } = await paid();
    const stream = ndaStream(ndaId);
    const { revision } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    await alterEvent(bench.infrastructure.pool, stream, revision);
    const [closed] = await found(paymentIntentId);
    expect(closed).toMatchObject({ kind: 'nda_closed', ours: null, theirs: 'succeeded' });
    ended.add(stream);
    const [over] = await found(paymentIntentId);
    expect(over).toMatchObject({ kind: 'nda_ended', ours: null, theirs: 'succeeded' });
    expect([closed, over].map((one) => one && differenceText(one).includes('siegel log:repair'))).toEqual([
      true,
      false,
    ]);
  });
});

describe('our facts and the list of the provider', () => {
  it('agree on an intent that is paid, open, refused, or paid and due back', async () => {
    const ndaId = await bench.signedNda();
    const { paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
    expect(await found(paymentIntentId)).toEqual([]);
    expect(await found((await paid()).paymentIntentId)).toEqual([]);
    const erased = await bench.signedNda();
    const intent = await bench.service.open(erased, 1, bench.context());
    await bench.sandbox.confirm(intent.clientSecret, CARD);
    await bench.run(erased, { type: 'EraseNda', reason: 'admin' });
    expect(await found(intent.paymentIntentId)).toMatchObject([
      { kind: 'not_recorded', ours: null, theirs: 199 },
    ]);
    await bench.service.confirm(erased, intent.paymentIntentId, bench.context());
    expect(await found(intent.paymentIntentId)).toEqual([]);
  });

  it.each<[string, Partial<IntentReport>, object]>([
    [
      'money that was never received',
      { status: 'cancelled' },
      { kind: 'not_received', ours: 199, theirs: 'cancelled' },
    ],
    ['another amount', { amount: 150 }, { kind: 'amount', ours: 199, theirs: 150 }],
    ['a refund', { refunded: 99 }, { kind: 'refunded', ours: 0, theirs: 99 }],
    [
      'a chargeback',
      { chargeback: { state: 'lost', amount: 199, currency: 'EUR', disputes: 1 } },
      { kind: 'chargeback', ours: null, theirs: 'lost' },
    ],
    ['an unknown NDA', { ndaId: newId() }, { kind: 'nda_unknown', theirs: 'succeeded' }],
  ])('differ in %s', async (_, told, difference) => {
    const { paymentIntentId } = await paid();
    expect(await found(paymentIntentId, (report) => ({ ...report, ...told }))).toMatchObject([difference]);
  });

  it('differ in the amount of a chargeback', async () => {
    const report = await paid();
    const { paymentIntentId } = report;
    const lost = (amount: number) => ({
      chargeback: { state: 'lost', amount, currency: 'EUR', disputes: 1 } as const,
    });
    await bench.reports.apply({ ...report, ...lost(120) });
    expect(await found(paymentIntentId, (told) => ({ ...told, ...lost(120) }))).toEqual([]);
    const taken = (told: IntentReport): IntentReport => ({ ...told, ...lost(199) });
    expect(await found(paymentIntentId, taken)).toMatchObject([
      { kind: 'chargeback', ours: 120, theirs: 199 },
    ]);
    const provider = withParts(bench.sandbox, { lookUp: async () => taken(report) });
    await bench.with({ provider }).reports.apply(taken(report));
    expect(await found(paymentIntentId, taken)).toEqual([]);
  });

  it('differ in the undecided amount of a payment with a lost dispute', async () => {
    const report = await paid();
    const lost = { state: 'lost', amount: 100, currency: 'EUR', disputes: 2 } as const;
    await bench.reports.apply({ ...report, chargeback: { ...lost, undecided: 0 } });
    const taken = (undecided: number) => (told: IntentReport) => ({
      ...told,
      chargeback: { ...lost, undecided },
    });
    expect(await found(report.paymentIntentId, taken(0))).toEqual([]);
    expect(await found(report.paymentIntentId, taken(99))).toMatchObject([
      { kind: 'chargeback', ours: 0, theirs: 99 },
    ]);
  });

  it('differ if an intent can still be paid but no job polls it', async () => {
    const ndaId = await bench.signedNda();
    const { paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
    await bench.reports.giveUp(ndaId, 1, { attempt: 1, paymentIntentId }, 'provider_gone');
    expect(await found(paymentIntentId)).toMatchObject([
      { kind: 'still_open', ours: 'over', theirs: 'open' },
    ]);
  });

  it('differ if the provider does not know a requested intent', async () => {
    const { paymentIntentId } = await paid();
    await bench.infrastructure.pool.query('DELETE FROM sandbox_payment_intents WHERE id = $1', [
      paymentIntentId,
    ]);
    expect(await found(paymentIntentId)).toMatchObject([{ kind: 'intent_unknown', theirs: null }]);
  });

  it('agree if an intent was requested only according to a row', async () => {
    const { ndaId } = await paid();
    const askedAt = bench.clock.now().toISOString();
    const invented = async function* () {
      for (const party of [1, 2] as const) yield { ndaId, party, paymentIntentId: 'pi_invented', askedAt };
    };
    expect(await found('pi_invented', undefined, invented)).toEqual([]);
  });
});

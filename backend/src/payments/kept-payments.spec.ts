import { alterEvent } from '../../testing/faults/altered-event.js';
import { createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { StreamRecords } from '../closed-streams/records.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { silentLogger } from '../platform/logging/logger.js';
import type { PaymentFacts } from '../trust-stream/kept-report.events.js';
import { KeptPayments } from './kept-payments.js';
import { type IntentReport, ProviderFailed } from './provider.js';
import { sampleReport } from './testing/providers.js';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

const counted: string[] = [];
const clock = () => bench.infrastructure.clock;
const keptWith = (lookUp: (id: string) => Promise<IntentReport | undefined>): KeptPayments =>
  new KeptPayments({
    keeper: new ReportKeeper({
      commands: bench.infrastructure.commands,
      clock: clock(),
      logger: silentLogger,
    }),
    provider: { lookUp },
    reports: bench.reports,
    count: (outcome) => void counted.push(outcome),
  });
const unknown = (): Promise<undefined> => Promise.resolve(undefined);
const openOf = async (ndaId: string): Promise<PaymentFacts[]> =>
  (await new StreamRecords(bench.infrastructure.commands).read(ndaStream(ndaId))).open.map(
    ({ report }) => report.facts as PaymentFacts,
  );
const types = async (ndaId: string): Promise<string[]> =>
  (await bench.infrastructure.commands.state(ndaDecider, ndaId)).events.map(({ type }) => type);

/** Returns the report about the paid intent of a closed agreement. */
async function reported(changes: Partial<IntentReport> = {}) {
  const ndaId = await bench.signedNda();
  const { paymentIntentId } = await bench.service.open(ndaId, 1, bench.context());
  const { revision } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
  const altered = await alterEvent(bench.infrastructure.pool, ndaStream(ndaId), revision);
  const report = sampleReport({ ndaId, paymentIntentId, cardLastDigits: '42', ...changes });
  return { ndaId, report, altered };
}

describe('a report about a payment of a closed agreement', () => {
  it('is kept once for each thing that it says, with ids and amounts only', async () => {
    const { ndaId, report } = await reported();
    await expect(bench.reports.apply(report)).rejects.toThrow(StreamUntrusted);
    const kept = keptWith(unknown);
    const found = [];
    for (const one of [report, report, { ...report, refunded: 50 }, report]) found.push(await kept.keep(one));
    expect(found).toEqual(['kept', 'known', 'kept', 'known']);
    expect(await openOf(ndaId)).toEqual(
      [0, 50].map((refunded) => ({
        paymentIntentId: report.paymentIntentId,
        party: 1,
        attempt: 1,
        status: 'succeeded',
        amount: 199,
        currency: 'EUR',
        refunded,
        chargeback: null,
        code: null,
        occurrence: null,
        declines: 0,
      })),
    );
  });

  it('counts as another report if its dispute or its refusal is another one', async () => {
    const { ndaId, report } = await reported();
    const chargeback = { state: 'opened', amount: 199, currency: 'EUR', disputes: 1 } as const;
    const kept = keptWith(unknown);
    const refused = { ...report, status: 'declined', code: 'card_declined', occurrence: 'ch_1' } as const;
    for (const one of [
      { ...report, chargeback },
      { ...report, chargeback: { ...chargeback, state: 'lost' } as const },
      refused,
      { ...refused, occurrence: 'ch_2' },
    ])
      await kept.keep(one);
    expect(await openOf(ndaId)).toHaveLength(4);
  });

  it('is not kept while the payment is undecided', async () => {
    const { ndaId, report } = await reported();
    for (const status of ['open', 'processing'] as const)
      expect(await keptWith(unknown).keep({ ...report, status })).toBeUndefined();
    expect(await openOf(ndaId)).toEqual([]);
  });

  it('is applied after the repair as the provider knows the payment then', async () => {
    const { ndaId, report, altered } = await reported();
    await keptWith(unknown).keep(report);
    const [facts] = await openOf(ndaId);
    await altered.putBack();
    const later = keptWith((id) => Promise.resolve({ ...report, paymentIntentId: id, refunded: 199 }));
    for (let n = 0; n < 2; n += 1) await later.apply(ndaId, facts as PaymentFacts);
    const after = await types(ndaId);
    expect(after.filter((type) => type === 'PaymentSucceeded')).toHaveLength(1);
    expect(after.filter((type) => type === 'PaymentRefunded')).toHaveLength(1);
  });

  it('is applied as it was kept if the provider knows nothing of it any more, or names another agreement', async () => {
    for (const lookUp of [
      unknown,
      (id: string) => Promise.resolve(sampleReport({ ndaId: 'x', paymentIntentId: id })),
    ]) {
      const { ndaId, report, altered } = await reported();
      await keptWith(unknown).keep(report);
      const [facts] = await openOf(ndaId);
      await altered.putBack();
      await keptWith(lookUp).apply(ndaId, facts as PaymentFacts);
      expect(await types(ndaId)).toContain('PaymentSucceeded');
    }
  });

  it('is counted if the agreement cannot record it', async () => {
    const ndaId = await bench.signedNda();
    const { report } = await reported();
    await keptWith(unknown).keep(report);
    const [facts] = await openOf(report.ndaId);
    counted.length = 0;
    await expect(keptWith(unknown).apply(ndaId, facts as PaymentFacts)).rejects.toThrow(RuleBroken);
    expect(counted).toEqual(['unknown']);
  });

  it('waits while the provider cannot be reached', async () => {
    const { ndaId, report, altered } = await reported();
    await keptWith(unknown).keep(report);
    const [facts] = await openOf(ndaId);
    await altered.putBack();
    const away = keptWith(() => Promise.reject(new ProviderFailed('away')));
    await expect(away.apply(ndaId, facts as PaymentFacts)).rejects.toThrow(ProviderFailed);
    expect(await types(ndaId)).not.toContain('PaymentSucceeded');
  });
});

import { DAY_MS } from '@siegel/contracts/limits';
import { otherObligationQueries } from '../app/other-obligation-queries.js';
import { NOTHING_ENDED } from '../closed-streams/ended-obligations.js';
import { ndaStream } from '../nda/nda.events.js';
import { Owed } from '../obligations/owed.js';
import { enqueueMissing } from '../platform/jobs/enqueue.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { unsettledRedemptions } from '../vouchers/unsettled-redemptions.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { sweepCursor } from '../eventsourcing/reactions/sweep-cursor.js';
import { OWED_SETTLEMENTS, owedSettlements } from './owed-settlements.sweep.js';
import { settleVoucherJob } from './settle-redeemed-vouchers.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';

let bench: PaymentBench;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

const job = jobContext();

describe('a redeemed voucher without a job', () => {
  const owed = async (ended: readonly string[] = []) => {
    await readModelsOf(bench.infrastructure);
    const { pool } = bench.infrastructure;
    const parts = { clock: bench.clock, cursor: sweepCursor(pool, OWED_SETTLEMENTS) };
    const isEnded = (stream: string): boolean => ended.includes(stream);
    return (await owedSettlements(unsettledRedemptions(pool), parts, isEnded).find(undefined)).jobs;
  };

  it('is owed until it pays', async () => {
    const ndaId = await bench.signedNda();
    const voucherId = await bench.voucher('NDA-SWEP-AAAA');
    expect(await owed()).toEqual([]);
    // Only redeems the voucher, as if the process stopped right after that.
    await bench.vouchers.redeem('NDA-SWEP-AAAA', ndaId, 1, bench.context());
    const request = {
      task: 'settle-voucher',
      payload: { voucherId, ndaId, party: 1 },
      key: `settle:${voucherId}`,
    };
    expect(await owed()).toEqual([request]);
    // After a day, the redemption is no longer recent. The sweep now finds it only in its rounds over all
    // vouchers.
    bench.clock.advance(DAY_MS);
    expect(await owed()).toEqual([request]);
    await settleVoucherJob(bench.vouchers).run(request.payload, job);
    expect((await bench.state(ndaId)).payments[1].voucherId).toBe(voucherId);
    expect(await owed()).toEqual([]);
  });

  it('is owed even if it was deleted since', async () => {
    const ndaId = await bench.signedNda();
    const voucherId = await bench.voucher('NDA-SWEP-CCCC');
    await bench.vouchers.redeem('NDA-SWEP-CCCC', ndaId, 1, bench.context());
    const remove = { type: 'DeleteVoucher' } as const;
    await bench.infrastructure.commands.run(voucherDecider, voucherId, remove, bench.context());
    const [request] = await owed();
    expect(request?.payload).toEqual({ voucherId, ndaId, party: 1 });
    await settleVoucherJob(bench.vouchers).run(request?.payload ?? {}, job);
    expect((await bench.state(ndaId)).payments[1].voucherId).toBe(voucherId);
    expect(await owed()).toEqual([]);
  });

  it('is owed even if a card paid first, until it is freed', async () => {
    const ndaId = await bench.signedNda();
    const voucherId = await bench.voucher('NDA-SWEP-DDDD');
    const { paymentIntentId, clientSecret } = await bench.service.open(ndaId, 1, bench.context());
    await bench.vouchers.redeem('NDA-SWEP-DDDD', ndaId, 1, bench.context());
    await bench.sandbox.confirm(clientSecret, CARD);
    await bench.service.confirm(ndaId, paymentIntentId, bench.context());
    const [request] = await owed();
    expect(request?.payload).toEqual({ voucherId, ndaId, party: 1 });
    await settleVoucherJob(bench.vouchers).run(request?.payload ?? {}, job);
    expect((await bench.voucherState(voucherId)).holder).toBeUndefined();
    expect((await bench.state(ndaId)).payments[1]).toMatchObject({ covered: 199, voucherId: null });
    expect(await owed()).toEqual([]);
  });

  it('is owed no longer once its stream, or that of the agreement, was ended', async () => {
    const ndaId = await bench.signedNda();
    const voucherId = await bench.voucher('NDA-SWEP-EEEE');
    await bench.vouchers.redeem('NDA-SWEP-EEEE', ndaId, 1, bench.context());
    const streams = [voucherStream(voucherId), ndaStream(ndaId)];
    const jobs = await owed([voucherStream('another')]);
    expect(jobs).toHaveLength(1);
    for (const stream of streams) expect(await owed([stream])).toEqual([]);

    const { pool } = bench.infrastructure;
    await enqueueMissing(pool, jobs);
    const listed = async (...ended: readonly string[]): Promise<number> => {
      const facts = { ...NOTHING_ENDED, ended: Object.fromEntries(ended.map((one) => [one, true as const])) };
      const queries = otherObligationQueries({ voucherDays: 30, withdrawalDays: 30 });
      return (await new Owed(pool, bench.clock, queries, () => facts).page(1, 20, ['settlement'])).total;
    };
    expect(await listed()).toBe(1);
    for (const stream of streams) expect(await listed(stream)).toBe(0);
    await settleVoucherJob(bench.vouchers).run({ voucherId, ndaId, party: 1 }, job);
    expect(await owed()).toEqual([]);
  });

  it('is owed for either party, until it is freed', async () => {
    // Party 1 pays for both, so Party 2 owes nothing and the NDA refuses its voucher.
    const ndaId = await bench.nda({ ...oneOfEachCommand.SignAsParty1, party1PaysForBoth: true });
    const voucherId = await bench.voucher('NDA-SWEP-BBBB');
    await bench.vouchers.redeem('NDA-SWEP-BBBB', ndaId, 2, bench.context());
    const [request] = await owed();
    expect(request?.payload).toEqual({ voucherId, ndaId, party: 2 });
    await settleVoucherJob(bench.vouchers).run({ voucherId, ndaId, party: 2 }, job);
    expect((await bench.voucherState(voucherId)).holder).toBeUndefined();
    expect(await owed()).toEqual([]);
  });
});

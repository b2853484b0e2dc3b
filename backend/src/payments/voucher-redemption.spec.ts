import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { settleRedeemedVouchers, settleVoucherJob } from './settle-redeemed-vouchers.js';
import { CARD, createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { unavailableProvider } from './testing/providers.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';

let bench: PaymentBench;
let codes = 0;
beforeAll(async () => {
  bench = await createPaymentBench();
});
afterAll(() => bench.stop());

const newCode = (): string => `NDA-TEST-${2_000 + (codes += 1)}`;
const job = jobContext();
const settleByJob = (voucherId: string, ndaId: string, party = 1, vouchers = bench.vouchers): Promise<void> =>
  settleVoucherJob(vouchers).run({ voucherId, ndaId, party }, job);

/**
 * Returns a command runner that crashes on commands of one type. With `before`, the runner crashes before it
 * handles the command, and it does so for every command of the type. With `after`, it crashes once, after it
 * has handled the first such command.
 */
function dying(type: string, when: 'before' | 'after'): CommandRunner {
  let alive = true;
  const { commands } = bench.infrastructure;
  return {
    state: (...query) => commands.state(...query),
    lastTrusted: (...query) => commands.lastTrusted(...query),
    run: async (model, id, command, context) => {
      const hit = alive && (command as { type?: string }).type === type;
      if (hit && when === 'before') throw new Error('crashed');
      const result = await commands.run(model, id, command, context);
      if (hit) {
        alive = false;
        throw new Error('crashed');
      }
      return result;
    },
  };
}

describe('a voucher', () => {
  it('pays once, whether the request or the job settles it', async () => {
    const [code, ndaId] = [newCode(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    await bench.service.applyVoucher(ndaId, 1, code, bench.context());
    await Promise.all([settleByJob(voucherId, ndaId), settleByJob(voucherId, ndaId)]);
    expect((await bench.types(ndaId)).filter((type) => type === 'VoucherApplied')).toHaveLength(1);
    const { payments } = await bench.state(ndaId);
    expect(payments[1]).toMatchObject({
      status: 'succeeded',
      covered: 199,
      amount: 0,
      voucherId,
      paidAt: bench.clock.now().toISOString(),
    });
    const { events } = await bench.infrastructure.commands.state(voucherDecider, voucherId);
    expect(events.map(({ type }) => type)).toEqual(['VoucherIssued', 'VoucherRedeemed']);
  });

  it.each(['before', 'after'] as const)(
    'is applied later by the job if the request died %s applying it',
    async (when) => {
      const [code, ndaId] = [newCode(), await bench.signedNda()];
      const voucherId = await bench.voucher(code);
      const { service } = bench.with({ commands: dying('ApplyVoucher', when) });
      await expect(service.applyVoucher(ndaId, 1, code, bench.context())).rejects.toThrow('crashed');
      const jobs = (await bench.infrastructure.commands.state(voucherDecider, voucherId)).events.flatMap(
        (event) => settleRedeemedVouchers.react(event),
      );
      expect(jobs).toEqual([
        { task: 'settle-voucher', payload: { voucherId, ndaId, party: 1 }, key: `settle:${voucherId}` },
      ]);
      for (const { payload } of jobs) await settleVoucherJob(bench.vouchers).run(payload, job);
      expect((await bench.types(ndaId)).filter((type) => type === 'VoucherApplied')).toHaveLength(1);
      expect(await bench.voucherState(voucherId)).toMatchObject({ holder: { ndaId, party: 1 } });
    },
  );

  it.each(['before', 'after'] as const)(
    'pays once when repeated after the request died %s applying it',
    async (when) => {
      const [code, ndaId] = [newCode(), await bench.signedNda()];
      await bench.voucher(code);
      const { service } = bench.with({ commands: dying('ApplyVoucher', when) });
      await expect(service.applyVoucher(ndaId, 1, code, bench.context())).rejects.toThrow('crashed');
      const { revision } = await bench.service.applyVoucher(ndaId, 1, code, bench.context());
      expect(await bench.state(ndaId)).toMatchObject({ revision, payments: { 1: { covered: 199 } } });
      expect((await bench.types(ndaId)).filter((type) => type === 'VoucherApplied')).toHaveLength(1);
    },
  );

  it('is redeemed and pays with one read of each stream if no intent is open', async () => {
    const [code, ndaId] = [newCode(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    const reading = jest.spyOn(bench.infrastructure.journal, 'load');
    await bench.service.applyVoucher(ndaId, 1, code, bench.context());
    const streams = reading.mock.calls.map(([stream]) => stream);
    reading.mockRestore();
    expect(streams).toEqual([ndaStream(ndaId), voucherDecider.stream(voucherId)]);
  });

  it('pays once even if the NDA changed since it was read', async () => {
    const [code, ndaId] = [newCode(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    const read = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    await bench.run(ndaId, { type: 'RequestPayment', party: 1, provider: 'sandbox' });
    await bench.service.applyVoucher(ndaId, 1, code, bench.context(), undefined, read);
    expect(await bench.state(ndaId)).toMatchObject({ payments: { 1: { voucherId, covered: 199 } } });
  });

  it('is freed later by the job if the NDA refused it and its release was lost', async () => {
    const [code, ndaId] = [newCode(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    await bench.vouchers.redeem(code, ndaId, 1, bench.context());
    await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    const crashing = bench.with({ commands: dying('ReleaseVoucher', 'before') });
    await expect(settleByJob(voucherId, ndaId, 1, crashing.vouchers)).rejects.toThrow('crashed');
    expect(await bench.voucherState(voucherId)).toMatchObject({ holder: { ndaId } });
    await settleByJob(voucherId, ndaId);
    expect(await bench.voucherState(voucherId)).toMatchObject({ holder: undefined, usedAt: null });
    const other = await bench.signedNda();
    await bench.service.applyVoucher(other, 1, code, bench.context());
    expect(await bench.voucherState(voucherId)).toMatchObject({ holder: { ndaId: other } });
  });

  it('that was freed and redeemed for another NDA does not also pay for the first one', async () => {
    const [code, first, second] = [newCode(), await bench.nda(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    await bench.vouchers.redeem(code, first, 1, bench.context());
    await expect(bench.vouchers.settle({ voucherId, ndaId: first, party: 1 }, 'c')).rejects.toMatchObject({
      code: 'party1_must_sign_first',
    });
    await bench.service.applyVoucher(second, 1, code, bench.context());
    await bench.run(first, oneOfEachCommand.SignAsParty1);
    await settleByJob(voucherId, first);
    expect((await bench.state(first)).payments[1].covered).toBe(0);
    expect((await bench.state(second)).payments[1].covered).toBe(199);
    expect(await bench.voucherState(voucherId)).toMatchObject({ holder: { ndaId: second } });
  });

  it('that was freed does not pay even if the NDA would accept it later', async () => {
    const [code, ndaId] = [newCode(), await bench.nda()];
    const voucherId = await bench.voucher(code);
    await bench.vouchers.redeem(code, ndaId, 1, bench.context());
    await settleByJob(voucherId, ndaId);
    await bench.run(ndaId, oneOfEachCommand.SignAsParty1);
    await expect(bench.vouchers.settle({ voucherId, ndaId, party: 1 }, 'c')).rejects.toMatchObject({
      code: 'party1_must_sign_first',
    });
    expect((await bench.state(ndaId)).payments[1].covered).toBe(0);
  });

  it('goes to exactly one of several concurrent users', async () => {
    const [code, ndas] = [newCode(), await Promise.all([1, 2, 3, 4].map(() => bench.signedNda()))];
    const voucherId = await bench.voucher(code);
    const outcomes = await Promise.all(
      ndas.map((ndaId) =>
        bench.service.applyVoucher(ndaId, 1, code, bench.context()).then(
          () => 'paid',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.sort()).toEqual(['paid', 'voucher_used', 'voucher_used', 'voucher_used']);
    const covered = await Promise.all(
      ndas.map(async (ndaId) => (await bench.state(ndaId)).payments[1].covered),
    );
    expect(covered.toSorted()).toEqual([0, 0, 0, 199]);
    expect((await bench.voucherState(voucherId)).holder).toEqual({
      ndaId: ndas[covered.indexOf(199)],
      party: 1,
    });
  });

  it('is not even redeemed for an NDA that would refuse it', async () => {
    const code = newCode();
    const voucherId = await bench.voucher(code);
    const [draft, signed, gone] = [await bench.nda(), await bench.signedNda(), await bench.signedNda()];
    await bench.run(gone, { type: 'EraseNda', reason: 'admin' });
    const refused: [string, 1 | 2, string][] = [
      [draft, 1, 'party1_must_sign_first'],
      [signed, 2, 'nothing_due'],
      [gone, 1, 'nda_erased'],
      ['01930000-0000-7000-8000-00000000dead', 1, 'not_found'],
    ];
    for (const [ndaId, party, refusal] of refused)
      await expect(bench.service.applyVoucher(ndaId, party, code, bench.context())).rejects.toMatchObject({
        code: refusal,
      });
    expect(await bench.voucherState(voucherId)).toMatchObject({ revision: 0, holder: undefined });
  });

  it('is refused with its reason: unknown, used, expired; in any notation', async () => {
    const [code, ndaId, other] = [newCode(), await bench.signedNda(), await bench.signedNda()];
    await bench.voucher(code);
    const apply = async (typed: string, nda = ndaId) =>
      (await bench.service.applyVoucher(nda, 1, typed, bench.context())).revision;
    await expect(apply('NDA-XXXX-XXXX')).rejects.toMatchObject({ code: 'voucher_unknown' });
    const revision = await apply(` ${code.toLowerCase().replaceAll('-', '–')} `);
    expect(await apply(code)).toBe(revision);
    await expect(apply(code, other)).rejects.toMatchObject({ code: 'voucher_used' });
    const late = newCode();
    await bench.voucher(late);
    bench.clock.advance(86_400_001);
    await expect(apply(late, other)).rejects.toMatchObject({ code: 'voucher_expired' });
  });
});

describe('an open intent when a voucher is redeemed', () => {
  async function withIntent() {
    const [code, ndaId] = [newCode(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    const intent = await bench.service.open(ndaId, 1, bench.context());
    return { code, ndaId, voucherId, intent };
  }
  const orderOf = async (ndaId: string): Promise<readonly string[]> => (await bench.types(ndaId)).slice(2);

  it('ends before the voucher counts, even if the job settles it', async () => {
    const { code, ndaId, voucherId, intent } = await withIntent();
    await bench.vouchers.redeem(code, ndaId, 1, bench.context());
    await settleByJob(voucherId, ndaId);
    expect(await orderOf(ndaId)).toEqual([
      'PaymentRequested',
      'PaymentIntentOpened',
      'PaymentFailed',
      'VoucherApplied',
    ]);
    expect(await bench.sandbox.lookUp(intent.paymentIntentId)).toMatchObject({ status: 'cancelled' });
    await expect(bench.sandbox.confirm(intent.clientSecret, CARD)).rejects.toMatchObject({
      code: 'payment_unknown',
    });
  });

  it('ends even if its id was never recorded', async () => {
    const { code, ndaId } = { code: newCode(), ndaId: await bench.signedNda() };
    await bench.voucher(code);
    const { service } = bench.with({ commands: dying('RecordPaymentIntent', 'before') });
    await expect(service.open(ndaId, 1, bench.context())).rejects.toThrow('crashed');
    await bench.service.applyVoucher(ndaId, 1, code, bench.context());
    expect(await orderOf(ndaId)).toEqual(['PaymentRequested', 'PaymentFailed', 'VoucherApplied']);
    const { rows } = await bench.infrastructure.pool.query(
      'SELECT status FROM sandbox_payment_intents WHERE nda_id = $1',
      [ndaId],
    );
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  it('prevents the voucher from counting if it was paid first', async () => {
    const { code, ndaId, voucherId, intent } = await withIntent();
    await bench.sandbox.confirm(intent.clientSecret, CARD);
    await expect(bench.service.applyVoucher(ndaId, 1, code, bench.context())).rejects.toMatchObject({
      code: 'already_paid',
    });
    expect(await orderOf(ndaId)).toEqual(['PaymentRequested', 'PaymentIntentOpened', 'PaymentSucceeded']);
    expect(await bench.voucherState(voucherId)).toMatchObject({ holder: undefined });
  });

  it('does not delay the voucher while the provider is unreachable, and has to be ended later', async () => {
    const { code, ndaId, voucherId, intent } = await withIntent();
    const { service } = bench.with({ provider: unavailableProvider() });
    await service.applyVoucher(ndaId, 1, code, bench.context());
    expect(await bench.voucherState(voucherId)).toMatchObject({ holder: { ndaId } });
    expect(await orderOf(ndaId)).toEqual(['PaymentRequested', 'PaymentIntentOpened', 'VoucherApplied']);
    const { payments, obligations } = await bench.state(ndaId);
    expect(payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
    expect(obligations.open).toMatchObject([{ kind: 'intent', reference: intent.paymentIntentId }]);
  });

  it('stays open if the voucher is no longer held for its party', async () => {
    const [code, ndaId, other] = [newCode(), await bench.nda(), await bench.signedNda()];
    const voucherId = await bench.voucher(code);
    await bench.vouchers.redeem(code, ndaId, 1, bench.context());
    await settleByJob(voucherId, ndaId);
    await bench.service.applyVoucher(other, 1, code, bench.context());
    await bench.run(ndaId, oneOfEachCommand.SignAsParty1);
    const intent = await bench.service.open(ndaId, 1, bench.context());
    await settleByJob(voucherId, ndaId);
    expect(await bench.sandbox.lookUp(intent.paymentIntentId)).toMatchObject({ status: 'open' });
    expect(await orderOf(ndaId)).toEqual(['PaymentRequested', 'PaymentIntentOpened']);
  });

  it('has to be ended even if it was requested meanwhile', async () => {
    const [code, ndaId] = [newCode(), await bench.signedNda()];
    await bench.voucher(code);
    let asked: { paymentIntentId: string } | undefined;
    const { commands } = bench.infrastructure;
    const late: CommandRunner = {
      state: (...query) => commands.state(...query),
      lastTrusted: (...query) => commands.lastTrusted(...query),
      run: async (model, id, command, context) => {
        if ((command as { type?: string }).type === 'ApplyVoucher')
          asked ??= await bench.service.open(ndaId, 1, bench.context());
        return commands.run(model, id, command, context);
      },
    };
    await bench.with({ commands: late }).service.applyVoucher(ndaId, 1, code, bench.context());
    const { payments, obligations } = await bench.state(ndaId);
    expect(payments[1]).toMatchObject({ status: 'succeeded', covered: 199 });
    expect(obligations.open).toMatchObject([{ kind: 'intent', reference: asked?.paymentIntentId }]);
  });
});

describe('a voucher of Party 2', () => {
  const { SignAsParty1, ApplyVoucher, InviteParty2, CorrectParty2Address } = oneOfEachCommand;
  /** Creates an NDA, invites Party 2, and returns the NDA's id. Each party pays its own share. */
  const invited = (): Promise<string> =>
    bench.nda({ ...SignAsParty1, mode: 'remote', party1PaysForBoth: false }, ApplyVoucher, InviteParty2);

  it('pays through the link, whether the request or the job settles it', async () => {
    const [code, ndaId] = [newCode(), await invited()];
    const voucherId = await bench.voucher(code);
    await expect(bench.service.applyVoucher(ndaId, 2, code, bench.context())).rejects.toMatchObject({
      code: 'remote_only',
    });
    await bench.vouchers.redeem(code, ndaId, 2, bench.context(), InviteParty2.tokenHash);
    await settleByJob(voucherId, ndaId, 2);
    expect((await bench.state(ndaId)).payments[2]).toMatchObject({ status: 'succeeded', voucherId });
    const other = await invited();
    const next = newCode();
    await bench.voucher(next);
    await bench.service.applyVoucher(other, 2, next, bench.context(), InviteParty2.tokenHash);
    expect((await bench.state(other)).payments[2].status).toBe('succeeded');
  });

  it('is free again if the link was replaced meanwhile', async () => {
    const [code, ndaId] = [newCode(), await invited()];
    const voucherId = await bench.voucher(code);
    await bench.vouchers.redeem(code, ndaId, 2, bench.context(), InviteParty2.tokenHash);
    await bench.run(ndaId, CorrectParty2Address);
    await settleByJob(voucherId, ndaId, 2);
    expect((await bench.voucherState(voucherId)).holder).toBeUndefined();
    expect((await bench.state(ndaId)).payments[2].status).toBe('none');
  });

  it("does not end an intent that is open through the link that replaced the voucher's", async () => {
    const [code, ndaId] = [newCode(), await invited()];
    const voucherId = await bench.voucher(code);
    await bench.vouchers.redeem(code, ndaId, 2, bench.context(), InviteParty2.tokenHash);
    await bench.run(ndaId, CorrectParty2Address);
    const link = CorrectParty2Address.tokenHash;
    const { paymentIntentId } = await bench.service.open(ndaId, 2, bench.context(), link);
    await settleByJob(voucherId, ndaId, 2);
    expect((await bench.voucherState(voucherId)).holder).toBeUndefined();
    expect(await bench.sandbox.lookUp(paymentIntentId)).toMatchObject({ status: 'open' });
    expect(await bench.state(ndaId)).toMatchObject({ payments: { 2: { open: { paymentIntentId } } } });
  });

  it('requires an open link, like a card', async () => {
    const ndaId = await invited();
    await expect(bench.service.open(ndaId, 2, bench.context(), 'f'.repeat(64))).rejects.toMatchObject({
      code: 'invalid_link',
    });
    expect(await bench.service.open(ndaId, 2, bench.context(), InviteParty2.tokenHash)).toMatchObject({
      amount: 199,
    });
  });
});

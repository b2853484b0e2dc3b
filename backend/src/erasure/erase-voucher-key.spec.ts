import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@siegel/contracts/limits';
import { vouchersAfterRetention } from '../vouchers/vouchers-after-retention.js';
import { createErasers } from '../app/erasers.js';
import { verifyChain } from '../eventsourcing/journal/chain.js';
import { createPaymentBench, type PaymentBench } from '../../testing/backend/payment-bench.js';
import { payOrFree } from '../payments/settle-redeemed-vouchers.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { verifyDestruction } from '../vault/erasure.js';
import type { VoucherCommand } from '../voucher/voucher.commands.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { history } from '../voucher/testing/given.js';
import { oneOfEach } from '../voucher/testing/samples.js';
import {
  eraseKeyWhenVoucherDeleted,
  eraseVoucherKeyJob,
  owedVoucherKeyDestructions,
  type VoucherKeyEraser,
} from './erase-voucher-key.js';
import { retention } from '../../testing/steps/samples.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';

const DAYS = 90;
const DELETE = { type: 'DeleteVoucher' } as const;
const job = jobContext();

let bench: PaymentBench;
let folder: string;
let eraser: VoucherKeyEraser;
beforeAll(async () => {
  bench = await createPaymentBench();
  folder = await mkdtemp(join(tmpdir(), 'siegel-vouchers-'));
  eraser = eraserWith((redemption) => payOrFree(bench.vouchers, redemption));
});
afterAll(async () => {
  await bench.stop();
  await rm(folder, { recursive: true, force: true });
});

type Settle = Parameters<typeof createErasers>[1]['settle'];
function eraserWith(settle: Settle): VoucherKeyEraser {
  const { infrastructure } = bench;
  const config = {
    dataDir: folder,
    retention: { ...retention, voucherDays: DAYS },
  };
  return createErasers(infrastructure, { commands: infrastructure.commands, config, settle }).vouchers;
}

const codes = [
  'AAAA',
  'BBBB',
  'CCCC',
  'DDDD',
  'EEEE',
  'FFFF',
  'GGGG',
  'HHHH',
  'JJJJ',
  'KKKK',
  'LLLL',
  'MMMM',
];
async function voucher(...commands: readonly VoucherCommand[]): Promise<{ id: string; code: string }> {
  const code = `NDA-KEYS-${codes.shift()}`;
  const id = await bench.voucher(code);
  for (const command of commands) await run(id, command);
  return { id, code };
}
const run = (id: string, command: VoucherCommand) =>
  bench.infrastructure.commands.run(voucherDecider, id, command, bench.context());
const types = async (id: string): Promise<string[]> =>
  (await bench.infrastructure.commands.state(voucherDecider, id)).events.map(({ type }) => type);
const isReadable = async (id: string): Promise<boolean> => (await bench.voucherState(id)).code !== undefined;

describe("a voucher's key", () => {
  it('is destroyed when the voucher is deleted, with a receipt; the skeleton stays and its chain is intact', async () => {
    const { id } = await voucher(DELETE);
    await eraseVoucherKeyJob(eraser).run({ voucherId: id }, job);
    expect(await types(id)).toEqual(['VoucherIssued', 'VoucherDeleted', 'VoucherKeyDestroyed']);
    expect(await isReadable(id)).toBe(false);
    const { infrastructure } = bench;
    const { events, state } = await infrastructure.commands.state(voucherDecider, id);
    const last = events.at(-1);
    if (last?.type !== 'VoucherKeyDestroyed') throw new Error('no receipt');
    expect(verifyDestruction(voucherStream(id), last.open, await infrastructure.receipts.publicKeys())).toBe(
      true,
    );
    expect(events[0]?.open).toMatchObject({ category: '10-day-code' });
    expect(state.keyDestroyedAt).toBe(last.open.destroyedAt);
    expect(verifyChain(await infrastructure.store.readStream(voucherStream(id)))).toMatchObject({
      intact: true,
    });
    await Promise.all([eraser.erase(id), eraser.erase(id)]);
    expect(await types(id)).toHaveLength(3);
  });

  it('is destroyed the configured number of days after the voucher expired, and not before', async () => {
    const { id } = await voucher();
    const { expiresAt } = await bench.voucherState(id);
    const untilThen = Date.parse(expiresAt) + DAYS * DAY_MS - bench.clock.now().getTime();
    bench.clock.advance(untilThen - 1);
    await eraser.erase(id);
    expect(await types(id)).toEqual(['VoucherIssued']);
    expect(await isReadable(id)).toBe(true);
    bench.clock.advance(1);
    await eraser.erase(id);
    expect(await types(id)).toEqual(['VoucherIssued', 'VoucherKeyDestructionDue', 'VoucherKeyDestroyed']);
    expect(await isReadable(id)).toBe(false);
  });

  it('is not destroyed if nobody issued the voucher', async () => {
    await eraser.erase('f'.repeat(64));
    expect(await types('f'.repeat(64))).toEqual([]);
  });

  it('is owed for destruction once the voucher is deleted or its retention is over, and otherwise never', () => {
    const events = history(Object.values(oneOfEach));
    const stream = events[0]?.stream ?? '';
    const job = {
      task: 'erase-voucher-key',
      payload: { voucherId: stream.slice('voucher-'.length) },
      key: `erase:${stream}`,
    };
    expect(events.map((event) => [event.type, eraseKeyWhenVoucherDeleted.react(event)])).toEqual(
      events.map(({ type }) => [
        type,
        type === 'VoucherDeleted' || type === 'VoucherKeyDestructionDue' ? [job] : [],
      ]),
    );
  });
});

describe('a voucher that is redeemed', () => {
  it('pays before its key is destroyed, so the NDA keeps the code', async () => {
    const ndaId = await bench.signedNda();
    const { id, code } = await voucher({ type: 'RedeemVoucher', ndaId, party: 1 }, DELETE);
    await eraser.erase(id);
    expect(await types(id)).toEqual([
      'VoucherIssued',
      'VoucherRedeemed',
      'VoucherDeleted',
      'VoucherKeyDestroyed',
    ]);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.find(({ type }) => type === 'VoucherApplied')?.personal).toEqual({ voucherCode: code });
  });

  it('is released before its key is destroyed if the NDA refuses it', async () => {
    const ndaId = await bench.nda({ ...oneOfEachCommand.SignAsParty1, party1PaysForBoth: true });
    const { id } = await voucher({ type: 'RedeemVoucher', ndaId, party: 2 }, DELETE);
    await eraser.erase(id);
    expect((await types(id)).slice(3)).toEqual(['VoucherReleased', 'VoucherKeyDestroyed']);
  });

  it('keeps its key if it is released and its retention is not over yet', async () => {
    const ndaId = await bench.nda({ ...oneOfEachCommand.SignAsParty1, party1PaysForBoth: true });
    const { id } = await voucher({ type: 'RedeemVoucher', ndaId, party: 2 });
    // The retention counts from the voucher's use, and is over. After the release it counts from the
    // voucher's expiry, and is not over yet.
    const { expiresAt } = await bench.voucherState(id);
    bench.clock.advance(Date.parse(expiresAt) + DAYS * DAY_MS - 1 - bench.clock.now().getTime());
    await eraser.erase(id);
    expect((await types(id)).slice(2)).toEqual(['VoucherReleased']);
    expect(await isReadable(id)).toBe(true);
  });

  it('also pays if a line in the list causes the destruction of its key', async () => {
    const ndaId = await bench.signedNda();
    const { id, code } = await voucher({ type: 'RedeemVoucher', ndaId, party: 1 }, DELETE);
    const listed = {
      stream: voucherStream(id),
      keyId: (await bench.infrastructure.vault.keyIdOf(voucherStream(id))) ?? '',
      destroyedAt: bench.clock.now().toISOString(),
      receiptKeyId: 'receipt-1',
      receiptSignature: 'c2lnbmF0dXJl',
    };
    await eraserWith(() => Promise.reject(new Error('away'))).eraseAgain(listed, false);
    expect(await isReadable(id)).toBe(true);
    await eraser.eraseAgain(listed, false);
    expect(await isReadable(id)).toBe(false);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.find(({ type }) => type === 'VoucherApplied')?.personal).toEqual({ voucherCode: code });
  });

  it('keeps its key while it is unknown whether it has paid', async () => {
    const ndaId = await bench.signedNda();
    const { id } = await voucher({ type: 'RedeemVoucher', ndaId, party: 1 }, DELETE);
    const away = eraserWith(() => Promise.reject(new Error('away')));
    await expect(away.erase(id)).rejects.toThrow('away');
    expect(await isReadable(id)).toBe(true);
    expect(await types(id)).not.toContain('VoucherKeyDestroyed');
    await eraser.erase(id);
    expect(await isReadable(id)).toBe(false);
  });

  it('stays unchanged if it paid long ago, whatever has been opened at the provider since', async () => {
    const ndaId = await bench.signedNda();
    const { id, code } = await voucher();
    await bench.service.applyVoucher(ndaId, 1, code, bench.context());
    await run(id, DELETE);
    const before = await bench.types(ndaId);
    await eraserWith(() => Promise.reject(new Error('asked again'))).erase(id);
    expect(await isReadable(id)).toBe(false);
    expect(await bench.types(ndaId)).toEqual(before);
  });
});

describe('the sweep', () => {
  it('finds vouchers deleted before this rule existed and those past their retention, but not those already erased', async () => {
    const [deleted, living, ended] = [await voucher(DELETE), await voucher(), await voucher(DELETE)];
    const owed = async (): Promise<readonly string[]> => {
      await readModelsOf(bench.infrastructure);
      const before = new Date(bench.clock.now().getTime() - DAYS * DAY_MS);
      const sweep = owedVoucherKeyDestructions(
        (after, limit) => vouchersAfterRetention(bench.infrastructure.pool, before, after, limit),
        (stream) => stream === voucherStream(ended.id),
      );
      return (await sweep.find(undefined)).jobs.map(({ payload }) => String(payload['voucherId']));
    };
    expect(await owed()).toEqual([deleted.id]);
    await eraser.erase(deleted.id);
    expect(await owed()).toEqual([]);
    bench.clock.advance((DAYS + 2) * DAY_MS);
    expect(await owed()).toContain(living.id);
    for (const id of await owed()) await eraser.erase(id);
    expect(await owed()).toEqual([]);
  });
});

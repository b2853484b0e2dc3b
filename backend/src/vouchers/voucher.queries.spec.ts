import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import type { VoucherCommand } from '../voucher/voucher.commands.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import { CODE, EXPIRES } from '../voucher/testing/samples.js';
import { ReadVoucherAt, ReadVoucherAtHandler } from './voucher.queries.js';

let bench: TestInfrastructure;
let handler: ReadVoucherAtHandler;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  const { pool, journal } = bench.infrastructure;
  // The projection never catches up, as if no backend were its leader.
  handler = new ReadVoucherAtHandler(pool, journal, { waitFor: async () => false });
});
afterAll(() => bench.stop());

const viewAt = (id: string, revision: number) => handler.execute(new ReadVoucherAt(id, revision));

let vouchers = 0;
const NDA = '01930000-0000-7000-8000-000000000001';
const ISSUE = {
  type: 'IssueVoucher',
  code: CODE,
  category: '10-day-code',
  recipientName: 'Grace Hopper',
  expiresAt: EXPIRES,
} as const;

async function voucher(...commands: readonly VoucherCommand[]): Promise<string> {
  const voucherId = bench.infrastructure.keyedHash.of('voucher', String((vouchers += 1)));
  for (const command of [{ ...ISSUE, voucherId }, ...commands])
    await bench.infrastructure.commands.run(
      voucherDecider,
      voucherId,
      command,
      bench.context({ actor: 'admin' }),
    );
  return voucherId;
}

describe('a voucher while its projection is behind', () => {
  it('is folded from the stream, with its code and name opened', async () => {
    const id = await voucher();
    expect(await viewAt(id, 0)).toEqual({
      id,
      code: CODE,
      category: '10-day-code',
      recipientName: 'Grace Hopper',
      isUsed: false,
      usedAt: null,
      usedByNdaId: null,
      expiresAt: EXPIRES,
      createdAt: bench.clock.now().toISOString(),
      deletedAt: null,
    });
  });

  it('shows the last recipient, or that there is none', async () => {
    const id = await voucher({ type: 'NameVoucherRecipient', recipientName: null });
    expect(await viewAt(id, 1)).toMatchObject({ recipientName: null, code: CODE });
  });

  it('shows the NDA that used it, but no longer once it was freed', async () => {
    const id = await voucher({ type: 'RedeemVoucher', ndaId: NDA, party: 1 });
    expect(await viewAt(id, 1)).toMatchObject({
      isUsed: true,
      usedByNdaId: NDA,
      usedAt: bench.clock.now().toISOString(),
    });
    const release = { type: 'ReleaseVoucher', ndaId: NDA, party: 1, because: 'already_paid' } as const;
    await bench.infrastructure.commands.run(voucherDecider, id, release, bench.context());
    expect(await viewAt(id, 2)).toMatchObject({ isUsed: false, usedByNdaId: null, usedAt: null });
  });

  it('shows that it was deleted, and nothing personal without its key', async () => {
    const id = await voucher({ type: 'DeleteVoucher' });
    expect(await viewAt(id, 1)).toMatchObject({ deletedAt: bench.clock.now().toISOString() });
    await bench.infrastructure.vault.destroyKey(voucherStream(id));
    expect(await viewAt(id, 1)).toMatchObject({ code: '', recipientName: null });
  });

  it('is unknown without a stream', async () => {
    await expect(viewAt('f'.repeat(64), 0)).rejects.toMatchObject({ code: 'not_found' });
  });
});

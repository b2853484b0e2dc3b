import { DAY_MS } from '@siegel/contracts/limits';
import type { JobContext } from '../platform/jobs/job.js';
import { KeyMissing } from '../vault/vault.js';
import { recorded } from '../eventsourcing/journal/testing/recorded.js';
import { NDA_ID } from '../nda/testing/given.js';
import { type VoucherRedeemed, voucherStream } from '../voucher/voucher.events.js';
import { settleRedeemedVouchers, settleVoucherJob } from './settle-redeemed-vouchers.js';

const redeemed = recorded<VoucherRedeemed>(
  { type: 'VoucherRedeemed', open: { ndaId: NDA_ID, party: 1 } },
  { stream: voucherStream('a'.repeat(64)), revision: 1, at: '2026-11-02T10:00:00.000Z' },
);

describe('a redeemed voucher', () => {
  it('is settled by a job that has one key for each voucher', () => {
    const voucherId = 'a'.repeat(64);
    expect(settleRedeemedVouchers.react(redeemed)).toEqual([
      { task: 'settle-voucher', payload: { voucherId, ndaId: NDA_ID, party: 1 }, key: `settle:${voucherId}` },
    ]);
  });
});

describe('the job that settles a redeemed voucher', () => {
  const attempt = (n: number, error: Error): Promise<void> => {
    const context: JobContext = {
      attempt: n,
      jobId: '1',
      signal: new AbortController().signal,
      assertHeld: () => Promise.resolve(),
    };
    const vouchers = { settle: () => Promise.reject(error), recorded: () => Promise.resolve(redeemed) };
    const payload = { voucherId: 'a'.repeat(64), ndaId: NDA_ID, party: 1 };
    return settleVoucherJob(vouchers).run(payload, context);
  };

  it('waits for a missing key, and tries only once a day if the key stays missing', async () => {
    const missing = new KeyMissing('nda-1');
    await expect(attempt(7, missing)).rejects.toBe(missing);
    await expect(attempt(8, missing)).rejects.toMatchObject({ ms: DAY_MS, cause: missing });
  });

  it('tries again after any other failure as long as the settlement is owed', async () => {
    const away = new Error('provider away');
    await expect(attempt(100, away)).rejects.toBe(away);
  });
});

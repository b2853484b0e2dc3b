import { DAY_MS } from '@siegel/contracts/limits';
import type { JobContext } from '../platform/jobs/job.js';
import { KeyMissing } from '../vault/vault.js';
import { settleVoucherJob } from './settle-redeemed-vouchers.js';

describe('the job that settles a redeemed voucher', () => {
  const attempt = (n: number, error: Error): Promise<void> => {
    const context: JobContext = {
      attempt: n,
      jobId: '1',
      signal: new AbortController().signal,
      hold: () => Promise.resolve(),
    };
    return settleVoucherJob({ settle: () => Promise.reject(error) }).run(
      { voucherId: 'v', ndaId: 'n', party: 1 },
      context,
    );
  };

  it('waits for a key that is missing, and where it does not come tries once a day', async () => {
    const missing = new KeyMissing('nda-1');
    await expect(attempt(7, missing)).rejects.toBe(missing);
    await expect(attempt(8, missing)).rejects.toMatchObject({ ms: DAY_MS, cause: missing });
  });

  it('tries for as long as it is owed where anything else fails', async () => {
    const away = new Error('provider away');
    await expect(attempt(100, away)).rejects.toBe(away);
  });
});

import type { Party } from '@siegel/contracts/enums';
import { DAY_MS } from '@siegel/contracts/limits';
import { newId } from '../platform/crypto/ids.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import {
  CauseMissing,
  type JobHandler,
  type JobRequest,
  MISSING_ATTEMPTS,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { choiceIn, hashIn, uuidIn } from '../platform/jobs/payload.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { KeyMissing } from '../vault/vault.js';
import { VOUCHER_STREAM_PREFIX, type VoucherEvent, voucherIdOf } from '../voucher/voucher.events.js';
import type { Redemption, VoucherRedemption } from './voucher-redemption.js';

export const SETTLE_VOUCHER_TASK = 'settle-voucher';
const PARTIES: readonly Party[] = [1, 2];

/**
 * Returns a request for the job that settles a redemption. The job's key contains only the voucher's id, so
 * each voucher has at most one such job at a time. The job for a later redemption replaces the job for an
 * earlier redemption.
 */
export const settleVoucherRequest = ({
  voucherId,
  ndaId,
  party,
}: Redemption): JobRequest & { readonly key: string } => ({
  task: SETTLE_VOUCHER_TASK,
  payload: { voucherId, ndaId, party },
  key: `settle:${voucherId}`,
});

/**
 * Requests a job for each redemption. If the process crashes after the redemption, the job still applies the
 * voucher to the NDA or releases it.
 */
export const settleRedeemedVouchers: Reaction<VoucherEvent> = {
  name: 'settle-redeemed-vouchers',
  streamPrefix: VOUCHER_STREAM_PREFIX,
  react: (event) =>
    event.type === 'VoucherRedeemed'
      ? [
          settleVoucherRequest({
            voucherId: voucherIdOf(event.stream),
            ndaId: event.open.ndaId,
            party: event.open.party,
          }),
        ]
      : [],
};

/**
 * Settles a redemption: applies the voucher to the NDA, or releases it if the NDA refuses it. In both cases
 * no further work is owed.
 */
export async function payOrFree(
  vouchers: Pick<VoucherRedemption, 'settle'>,
  redemption: Redemption,
  correlationId = newId(),
): Promise<void> {
  try {
    await vouchers.settle(redemption, correlationId);
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
  }
}

export const settleVoucherJob = (vouchers: Pick<VoucherRedemption, 'settle' | 'recorded'>): JobHandler => ({
  task: SETTLE_VOUCHER_TASK,
  run: async (payload, { attempt }) => {
    const redemption = {
      voucherId: hashIn(payload, 'voucherId'),
      ndaId: uuidIn(payload, 'ndaId'),
      party: choiceIn(payload, 'party', PARTIES),
    };
    const redeemed = await vouchers.recorded(redemption);
    if (redeemed === undefined) throw new CauseMissing();
    try {
      await payOrFree(vouchers, redemption, redeemed.correlationId);
    } catch (error) {
      if (!(error instanceof KeyMissing) || attempt < MISSING_ATTEMPTS) throw error;
      // Keeps the job in the queue. If the job ended here, the sweep would request a new job, and that job's
      // attempts would be counted from 1 again.
      throw new TryAgainIn(DAY_MS, error);
    }
  },
});

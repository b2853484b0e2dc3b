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
 * Returns the job that settles a redemption. Each voucher has at most one such job at a time, because the
 * job's key contains only the voucher's id. The job of a later redemption replaces the job of an earlier one.
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
 * Enqueues a job for each redemption, so that the voucher pays or is released even if the process crashes
 * after the redemption.
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

/** Settles a redemption. Afterwards the voucher has paid or is free again, so no further work is owed. */
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
      // The job stays in the queue. If it ended, the sweep would create a new job, whose attempts would start
      // again at 1.
      throw new TryAgainIn(DAY_MS, error);
    }
  },
});

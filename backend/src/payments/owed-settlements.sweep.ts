import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inRounds, type RoundParts } from '../eventsourcing/reactions/sweep.js';
import type { Redemption } from './voucher-redemption.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/** Lists the ids of all vouchers, and finds the redeemed vouchers that have not paid for their party yet. */
export type FindUnsettled = Pick<RoundParts<Redemption>, 'ids' | 'find'>;

export const OWED_SETTLEMENTS = 'owed-settlements';

/**
 * Creates a job for each redeemed voucher that has not paid yet. The job lets the voucher pay or frees it
 * (rule:voucher-redeem-then-pay).
 */
export const owedSettlements = (
  unsettled: FindUnsettled,
  parts: Pick<RoundParts<Redemption>, 'clock' | 'cursor'>,
): Sweep => ({
  name: OWED_SETTLEMENTS,
  find: inRounds({ ...unsettled, ...parts, jobsOf: (redemption) => [settleVoucherRequest(redemption)] }),
});

import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inRounds, type RoundParts } from '../eventsourcing/reactions/sweep.js';
import type { Redemption } from './voucher-redemption.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/**
 * Lists the ids of all vouchers, and finds the vouchers that were redeemed but not yet applied to the NDA.
 */
export type FindUnsettled = Pick<RoundParts<Redemption>, 'ids' | 'find'>;

export const OWED_SETTLEMENTS = 'owed-settlements';

/**
 * Requests a job for each voucher that was redeemed but not yet applied to the NDA. The job applies the
 * voucher, or releases it for other NDAs (rule:voucher-redeem-then-pay).
 */
export const owedSettlements = (
  unsettled: FindUnsettled,
  parts: Pick<RoundParts<Redemption>, 'clock' | 'cursor'>,
): Sweep => ({
  name: OWED_SETTLEMENTS,
  find: inRounds({ ...unsettled, ...parts, jobsOf: (redemption) => [settleVoucherRequest(redemption)] }),
});

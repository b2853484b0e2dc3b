import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inRounds, type RoundParts } from '../eventsourcing/reactions/sweep.js';
import type { Redemption } from './voucher-redemption.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/** Ids of all vouchers, and of those that are taken the ones that do not pay for their party. */
export type FindUnsettled = Pick<RoundParts<Redemption>, 'ids' | 'find'>;

export const OWED_SETTLEMENTS = 'owed-settlements';

/** They are to pay, or to be freed (rule:voucher-redeem-then-pay). */
export const owedSettlements = (
  unsettled: FindUnsettled,
  parts: Pick<RoundParts<Redemption>, 'clock' | 'place'>,
): Sweep => ({
  name: OWED_SETTLEMENTS,
  find: inRounds({ ...unsettled, ...parts, jobsOf: (redemption) => [settleVoucherRequest(redemption)] }),
});

import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import type { Redemption } from './voucher-redemption.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/** Finds vouchers that are taken for a party for whom nothing counts yet, in the order of their ids. */
export type FindUnsettled = (after: string | undefined, limit: number) => Promise<readonly Redemption[]>;

/** They are to pay, or to be freed (rule:voucher-redeem-then-pay). */
export const owedSettlements = (findUnsettled: FindUnsettled): Sweep => ({
  name: 'owed-settlements',
  find: inPages(
    async (after, limit) =>
      (await findUnsettled(after, limit)).map((redemption) => ({ id: redemption.voucherId, redemption })),
    ({ redemption }) => [settleVoucherRequest(redemption)],
  ),
});

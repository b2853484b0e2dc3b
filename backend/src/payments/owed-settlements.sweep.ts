import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import type { Redemption } from './voucher-redemption.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/** Most obligations given back at once; the next round finds the rest. */
const LIMIT = 500;

/** Finds vouchers that are taken for a party for whom nothing counts yet. */
export type FindUnsettled = (limit: number) => Promise<readonly Redemption[]>;

/** They are to pay, or to be freed (rule:voucher-redeem-then-pay). */
export const owedSettlements = (findUnsettled: FindUnsettled): Sweep => ({
  name: 'owed-settlements',
  find: async () => (await findUnsettled(LIMIT)).map(settleVoucherRequest),
});

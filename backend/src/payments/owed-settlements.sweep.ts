import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inRounds, type RoundParts } from '../eventsourcing/reactions/sweep.js';
import { ndaStream } from '../nda/nda.events.js';
import { voucherStream } from '../voucher/voucher.events.js';
import type { Redemption } from './voucher-redemption.js';
import { settleVoucherRequest } from './settle-redeemed-vouchers.js';

/**
 * Lists the ids of all vouchers, and finds the vouchers that were redeemed but not yet applied to the NDA.
 */
export type FindUnsettled = Pick<RoundParts<Redemption>, 'ids' | 'find'>;

export const OWED_SETTLEMENTS = 'owed-settlements';

/**
 * Requests a job for each voucher that was redeemed but not yet applied to the NDA. The job applies the
 * voucher, or releases it for other NDAs (rule:voucher-redeem-then-pay). Requests none for a stream that the
 * operator ended, because the job could record nothing there (rule:ended-streams-owe-until-a-word).
 */
export const owedSettlements = (
  unsettled: FindUnsettled,
  parts: Pick<RoundParts<Redemption>, 'clock' | 'cursor'>,
  isEnded: (stream: string) => boolean,
): Sweep => ({
  name: OWED_SETTLEMENTS,
  find: inRounds({
    ...unsettled,
    ...parts,
    jobsOf: (redemption) => {
      const { voucherId, ndaId } = redemption;
      const isOver = isEnded(voucherStream(voucherId)) || isEnded(ndaStream(ndaId));
      return isOver ? [] : [settleVoucherRequest(redemption)];
    },
  }),
});

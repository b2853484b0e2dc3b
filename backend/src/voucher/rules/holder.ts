import { ERRORS, type ErrorCode } from '@siegel/contracts/errors';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { VoucherEvent } from '../voucher.events.js';
import type { VoucherHolder } from '../voucher.state.js';

/**
 * Functions about the holder of a redeemed voucher. The holder is one party of one NDA
 * (rule:voucher-goes-to-one). All functions are pure.
 */

export const isHeldBy = (holder: VoucherHolder | undefined, { ndaId, party }: VoucherHolder): boolean =>
  holder?.ndaId === ndaId && holder.party === party;

/**
 * Returns why this party no longer holds the voucher: the code with which the NDA refused the voucher, or
 * `voucher_used` if somebody else redeemed it first.
 */
export function lossReason(events: readonly Recorded<VoucherEvent>[], former: VoucherHolder): ErrorCode {
  const released = events.findLast(
    (event) => event.type === 'VoucherReleased' && isHeldBy(event.open, former),
  );
  const because = released?.type === 'VoucherReleased' ? released.open.because : '';
  return Object.hasOwn(ERRORS, because) ? (because as ErrorCode) : 'voucher_used';
}

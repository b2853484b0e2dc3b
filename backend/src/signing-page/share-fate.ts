import type { ErrorCode } from '@siegel/contracts/errors';
import type { ShareFate } from '@siegel/contracts/nda/remote-signature';
import type { NdaState } from '../nda/nda.state.js';
import { invitationHasExpired } from '../nda/rules/invitation.js';
import { intentsOf } from '../nda/rules/payment.js';

const ENDED: readonly ErrorCode[] = ['link_expired', 'link_cancelled'];

/**
 * Returns what happens to Party 2's paid share when its link is dead (rule:dead-links-say-whom-to-ask). After
 * an expiry, a card payment is due back, even if the expiry is not recorded yet. After a cancellation, the
 * share counts for the next invitation or for signing in person. A card payment that arrived only after the
 * cancellation is due back. Returns null if nothing was paid, or if Party 2 signed.
 * @param code the error code with which the link is refused
 */
export function shareFate(state: NdaState, code: ErrorCode, at: string): ShareFate {
  if (!ENDED.includes(code) || state.party2 !== undefined) return null;
  if (state.payments[2].covered > 0 && !invitationHasExpired(state, at)) return 'credit';
  return cardsPaid(state) ? 'refund' : null;
}

/** True if money came in by card, even if it came too late to count. */
const cardsPaid = ({ payments, settledIntents }: NdaState): boolean =>
  payments[2].requests.some((request) => intentsOf(request).some((one) => settledIntents.includes(one)));

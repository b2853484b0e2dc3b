import type { ErrorCode } from '@siegel/contracts/errors';
import type { ShareFate } from '@siegel/contracts/nda/remote-signature';
import type { NdaState } from '../nda/nda.state.js';
import { invitationHasExpired } from '../nda/rules/invitation.js';

const ENDED: readonly ErrorCode[] = ['link_expired', 'link_cancelled'];

/**
 * What becomes of the share that Party 2 has paid when its link is dead (rule:dead-links-say-whom-to-ask): after
 * an expiry a card's money is due back, recorded or not; after a cancel it counts for the next invitation or for
 * signing in person, and is due back where it came in only then. Null where nothing was paid, or somebody signed.
 * @param code with which the link is refused
 */
export function shareFate(state: NdaState, code: ErrorCode, at: string): ShareFate {
  if (!ENDED.includes(code) || state.party2 !== undefined) return null;
  if (state.payments[2].covered > 0 && !invitationHasExpired(state, at)) return 'credit';
  return cardsPaid(state) ? 'refund' : null;
}

/** Also money that came in too late to count. */
const cardsPaid = ({ payments, settledIntents }: NdaState): boolean =>
  payments[2].requests.some(
    ({ paymentIntentId }) => paymentIntentId !== null && settledIntents.includes(paymentIntentId),
  );

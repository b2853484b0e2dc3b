import { RuleBroken } from '../../platform/rule-broken.js';
import { invitationHasExpired } from '../nda.rules.js';
import type { InvitationState, NdaState } from '../nda.state.js';

/**
 * The invitation that a link opens, while it does. Decides by the token's hash alone: the token is Party 2's
 * only proof (rule:link-is-the-only-proof).
 * @throws link_used, link_cancelled, link_expired (also before the expiry was recorded), invalid_link
 */
export function requireLinkOpen(state: NdaState, tokenHash: string, at: string): InvitationState {
  if (state.party2?.tokenHash === tokenHash) throw new RuleBroken('link_used');
  if (state.cancelledTokens.includes(tokenHash)) throw new RuleBroken('link_cancelled');
  if (state.invitation?.tokenHash !== tokenHash) throw new RuleBroken('invalid_link');
  if (invitationHasExpired(state, at)) throw new RuleBroken('link_expired');
  return state.invitation;
}

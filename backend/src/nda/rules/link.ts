import { RuleBroken } from '../../platform/rule-broken.js';
import type { InvitationState, NdaState } from '../nda.state.js';
import { invitationHasExpired } from './invitation.js';

/** Why a link does not open an invitation: the code with which it is refused. */
export type ClosedLink = 'link_used' | 'link_cancelled' | 'link_replaced' | 'link_expired' | 'invalid_link';

/**
 * The invitation that a link opens, or why it opens none (`link_replaced`: the invitation went on at another
 * address; `link_expired` also before the expiry was recorded). Decides by the token's hash alone: the token is Party 2's only proof
 * (rule:link-is-the-only-proof).
 */
export function openedByLink(state: NdaState, tokenHash: string, at: string): InvitationState | ClosedLink {
  if (state.party2?.tokenHash === tokenHash) return 'link_used';
  const closed = state.closedLinks.find((link) => link.tokenHash === tokenHash);
  if (closed !== undefined) return `link_${closed.closed}`;
  if (state.invitation?.tokenHash !== tokenHash) return 'invalid_link';
  if (invitationHasExpired(state, at)) return 'link_expired';
  return state.invitation;
}

/** @throws RuleBroken link_used, link_cancelled, link_replaced, link_expired, invalid_link */
export function requireLinkOpen(state: NdaState, tokenHash: string, at: string): InvitationState {
  const opened = openedByLink(state, tokenHash, at);
  if (typeof opened === 'string') throw new RuleBroken(opened);
  return opened;
}

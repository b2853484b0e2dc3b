import { DAY_MS } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { InvitationState, NdaState } from '../nda.state.js';
import { invitationHasExpired } from './invitation.js';

/** The error code for a link that opens no invitation. */
export type ClosedLink = 'link_used' | 'link_cancelled' | 'link_replaced' | 'link_expired' | 'invalid_link';

/**
 * Returns the invitation that a link opens, or the reason why the link opens none. `link_replaced` means that
 * the invitation continues at another address. `link_expired` is returned even before the expiry is recorded.
 * Only the hash of the token decides, because the token is Party 2's only proof
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

/** Days after the signature during which the link still works (rule:used-link-serves-thirty-days). */
const DAYS_AFTER_USE = 30;

/**
 * Returns `open` if the link gives access to an open invitation, and `signed` if it gives access to the
 * agreement that was signed through this link.
 * @throws RuleBroken invalid_link (also after an erasure), link_used (30 days after use), link_cancelled,
 * link_replaced, link_expired
 */
export function requireUsableLink(state: NdaState, tokenHash: string, now: Date): 'open' | 'signed' {
  if (state.erasedAt !== null || state.discarded) throw new RuleBroken('invalid_link');
  if (state.party2?.tokenHash === tokenHash) {
    if (now.getTime() > Date.parse(state.party2.at) + DAYS_AFTER_USE * DAY_MS)
      throw new RuleBroken('link_used');
    return 'signed';
  }
  requireLinkOpen(state, tokenHash, now.toISOString());
  return 'open';
}

import { DAY_MS } from '@siegel/contracts/limits';
import { invitationHasExpired, isComplete, isFullyPaid } from '../nda/nda.rules.js';
import type { NdaState } from '../nda/nda.state.js';
import { RuleBroken } from '../platform/rule-broken.js';

/** Days after the signature for which the link still serves (rule:used-link-serves-thirty-days). */
const DAYS_AFTER_USE = 30;

/**
 * Hash of the document that whoever holds this link may have: Party 2, who signed through it. Decided by the
 * stream, never by a read model.
 * @throws RuleBroken invalid_link (also after an erasure), link_cancelled, link_expired, not_completed,
 * link_used (30 days after use), payment_required, document_not_ready
 */
export function documentForLink(state: NdaState, tokenHash: string, now: Date): string {
  if (state.erasedAt !== null || state.discarded) throw new RuleBroken('invalid_link');
  if (state.party2?.tokenHash !== tokenHash) throw new RuleBroken(whyUnused(state, tokenHash, now));
  if (now.getTime() > Date.parse(state.party2.at) + DAYS_AFTER_USE * DAY_MS)
    throw new RuleBroken('link_used');
  if (!isComplete(state)) throw new RuleBroken('not_completed');
  if (!isFullyPaid(state)) throw new RuleBroken('payment_required');
  if (state.delivery.documentHash === null) throw new RuleBroken('document_not_ready');
  return state.delivery.documentHash;
}

function whyUnused(
  state: NdaState,
  tokenHash: string,
  now: Date,
): 'link_cancelled' | 'invalid_link' | 'link_expired' | 'not_completed' {
  if (state.cancelledTokens.includes(tokenHash)) return 'link_cancelled';
  if (state.invitation?.tokenHash !== tokenHash) return 'invalid_link';
  return invitationHasExpired(state, now.toISOString()) ? 'link_expired' : 'not_completed';
}

import type { ErrorCode } from '@siegel/contracts/errors';
import { DAY_MS } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/rule-broken.js';
import type { NdaState } from '../nda.state.js';
import { documentBasisOf, requireCompleteAndPaid } from './document.js';
import { openedByLink } from './link.js';

/** Days after the signature for which the link still serves (rule:used-link-serves-thirty-days). */
const DAYS_AFTER_USE = 30;

/**
 * Hash of the document that whoever holds this link may have: Party 2, who signed through it. Decided by the
 * stream, never by a read model.
 * @throws RuleBroken invalid_link (also after an erasure), link_cancelled, link_replaced, link_expired, not_completed,
 * link_used (30 days after use), payment_required, document_not_ready
 */
export function documentForLink(state: NdaState, tokenHash: string, now: Date): string {
  if (state.erasedAt !== null || state.discarded) throw new RuleBroken('invalid_link');
  if (state.party2?.tokenHash !== tokenHash) throw new RuleBroken(whyUnused(state, tokenHash, now));
  if (now.getTime() > Date.parse(state.party2.at) + DAYS_AFTER_USE * DAY_MS)
    throw new RuleBroken('link_used');
  requireCompleteAndPaid(documentBasisOf(state));
  if (state.delivery.documentHash === null) throw new RuleBroken('document_not_ready');
  return state.delivery.documentHash;
}

/** Of a link through which nobody signed: while it is open, the signature is what is missing. */
function whyUnused(state: NdaState, tokenHash: string, now: Date): ErrorCode {
  const opened = openedByLink(state, tokenHash, now.toISOString());
  return typeof opened === 'string' ? opened : 'not_completed';
}

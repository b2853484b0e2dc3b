import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaState } from '../nda.state.js';
import { requireCompleteAndPaid } from './document.js';
import { requireUsableLink } from './link.js';

/**
 * Returns the hash of the document that the holder of this link may read. The holder is Party 2, who signed
 * through the link. The decision is based on the stream, never on a read model.
 * @throws RuleBroken invalid_link (also after an erasure), link_cancelled, link_replaced, link_expired,
 * not_completed, link_used (30 days after use), payment_required, document_not_ready
 */
export function documentForLink(state: NdaState, tokenHash: string, now: Date): string {
  if (requireUsableLink(state, tokenHash, now) === 'open') throw new RuleBroken('not_completed');
  requireCompleteAndPaid(state);
  if (state.delivery.documentHash === null) throw new RuleBroken('document_not_ready');
  return state.delivery.documentHash;
}

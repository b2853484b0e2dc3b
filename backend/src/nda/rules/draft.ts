import type { Recorded } from '../../eventsourcing/journal/event.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaCreated, NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

/** A draft is an NDA that nobody has signed. Only a draft can be replaced or discarded. All pure. */

export const isUnsigned = ({ party1 }: Pick<NdaState, 'party1'>): boolean => party1 === undefined;

/**
 * Throws if the NDA is signed, because a signed NDA is never replaced or discarded (rule:signed-drafts-stay).
 * @throws RuleBroken already_signed
 */
export function requireUnsigned(state: Pick<NdaState, 'party1'>): void {
  if (!isUnsigned(state)) throw new RuleBroken('already_signed');
}

/**
 * The draft that a successor replaces. The creation of the successor names the draft's id and the draft's
 * chain.
 */
export interface ReplacedDraft {
  readonly id: string;
  readonly chain: string;
}

/**
 * Returns the draft if `successor` may replace it (rule:changed-draft-replaces). A draft that `successor`
 * already replaced may be named again.
 * @param successor id of the NDA that is created
 * @throws RuleBroken nda_discarded: the draft was discarded, but not for `successor`; already_signed
 */
export function draftToReplace(draft: NdaState, successor: string): ReplacedDraft {
  if (draft.discarded && draft.replacedBy !== successor) throw new RuleBroken('nda_discarded');
  requireUnsigned(draft);
  return { id: draft.id, chain: draft.chain };
}

/** True if this creation names the draft and comes from a browser that has or had access to the draft. */
export const isSuccessorOf = (
  { open }: Recorded<NdaCreated>,
  draft: string,
  history: readonly Recorded<NdaEvent>[],
): boolean =>
  open.replaces === draft &&
  history.some(
    (event) =>
      (event.type === 'NdaCreated' || event.type === 'CreatorAccessGranted') &&
      event.open.creatorKeyHash === open.creatorKeyHash,
  );

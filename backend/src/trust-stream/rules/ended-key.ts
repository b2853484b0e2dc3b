import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { RecordsState } from '../records.state.js';

/**
 * Checks that the key of an ended stream may be destroyed (rule:ended-keys-go-by-a-word). A word about a legal
 * hold that was kept while the stream was closed is newer than the events of the stream (rule:legal-hold).
 * @param isHeld true if the events of the stream that count say that it is under legal hold
 * @throws RuleBroken not_found if the stream is not ended, legal_hold
 */
export function requireEndedKeyMayGo(
  { ended, hold }: Pick<RecordsState, 'ended' | 'hold'>,
  isHeld: boolean,
): void {
  if (ended === null) throw new RuleBroken('not_found');
  if (hold === null ? isHeld : hold === 'hold') throw new RuleBroken('legal_hold');
}

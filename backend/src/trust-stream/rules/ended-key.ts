import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { RecordsState } from '../records.state.js';

/**
 * Checks that the key of an ended stream may be destroyed. A legal hold that was kept while the stream was
 * closed bars it, as a recorded hold does (rule:legal-hold).
 * @throws RuleBroken not_found if the stream is not ended, legal_hold
 */
export function requireEndedKeyMayGo({ ended, hold }: Pick<RecordsState, 'ended' | 'hold'>): void {
  if (ended === null) throw new RuleBroken('not_found');
  if (hold === 'hold') throw new RuleBroken('legal_hold');
}

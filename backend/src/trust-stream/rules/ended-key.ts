import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CallForEndedKey } from '../records.commands.js';
import type { RecordsState } from '../records.state.js';

/** @throws RuleBroken not_found if the stream is not ended */
export function requireEnded({ ended }: Pick<RecordsState, 'ended'>): void {
  if (ended === null) throw new RuleBroken('not_found');
}

/**
 * Checks that no legal hold bars the destruction of an ended stream's key (rule:ended-keys-go-by-a-word). The
 * last word that was kept about the hold decides only if no event of the stream that counts is newer
 * (rule:legal-hold). An older word may be of an earlier time at which the stream was closed: the events that
 * count say what became of the hold since.
 * @throws RuleBroken legal_hold
 */
export function requireNoHold(
  { hold }: Pick<RecordsState, 'hold'>,
  { isHeld, countedUntil }: Pick<CallForEndedKey, 'isHeld' | 'countedUntil'>,
): void {
  const isNewest = hold !== null && (countedUntil === null || hold.at >= countedUntil);
  if (isNewest ? hold.kind === 'hold' : isHeld) throw new RuleBroken('legal_hold');
}

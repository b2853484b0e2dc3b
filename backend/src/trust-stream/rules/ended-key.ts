import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CallForEndedKey } from '../records.commands.js';
import type { RecordsState } from '../records.state.js';
import { isHold } from './hold.js';

/** @throws RuleBroken not_found if the stream is not ended */
export function requireEnded({ ended }: Pick<RecordsState, 'ended'>): void {
  if (ended === null) throw new RuleBroken('not_found');
}

/**
 * Checks that no legal hold bars the destruction of an ended stream's key (rule:ended-keys-go-by-a-word). The
 * last word that was kept about the hold decides if the stream does not have it: no event that counts can say
 * what became of it. A word that the stream got may be of an earlier time at which the stream was closed, so it
 * decides only if no event that counts is newer (rule:legal-hold).
 * @throws RuleBroken legal_hold
 */
export function requireNoHold(
  { hold, open }: Pick<RecordsState, 'hold' | 'open'>,
  { isHeld, countedUntil }: Pick<CallForEndedKey, 'isHeld' | 'countedUntil'>,
): void {
  const isWaiting = open.some(({ report }) => isHold(report.kind));
  const isNewest = hold !== null && (isWaiting || countedUntil === null || hold.at >= countedUntil);
  if (isNewest ? hold.kind === 'hold' : isHeld) throw new RuleBroken('legal_hold');
}

import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaState } from '../nda.state.js';

/**
 * When a command may still be given: `living` NDAs only, also to a `discarded` one, or to an erased one too
 * (`always`).
 */
export type Reach = 'living' | 'discarded' | 'always';

/** @throws RuleBroken not_found, nda_erased, nda_discarded */
export function requireReach(
  reach: Reach,
  { status, erasedAt, discarded }: Pick<NdaState, 'status' | 'erasedAt' | 'discarded'>,
): void {
  if (status === 'none') throw new RuleBroken('not_found');
  if (erasedAt !== null && reach !== 'always') throw new RuleBroken('nda_erased');
  if (discarded && reach === 'living') throw new RuleBroken('nda_discarded');
}

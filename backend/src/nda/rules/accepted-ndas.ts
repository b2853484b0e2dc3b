import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaState } from '../nda.state.js';

/**
 * Says which NDAs accept a command. `living`: NDAs that are neither discarded nor erased. `discarded`: all
 * NDAs except erased ones. `always`: all NDAs.
 */
export type AcceptedNdas = 'living' | 'discarded' | 'always';

/** @throws RuleBroken not_found, nda_erased, nda_discarded */
export function requireAccepted(
  accepted: AcceptedNdas,
  { status, erasedAt, discarded }: Pick<NdaState, 'status' | 'erasedAt' | 'discarded'>,
): void {
  if (status === 'none') throw new RuleBroken('not_found');
  if (erasedAt !== null && accepted !== 'always') throw new RuleBroken('nda_erased');
  if (discarded && accepted === 'living') throw new RuleBroken('nda_discarded');
}

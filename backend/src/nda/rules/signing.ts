import { RuleBroken } from '../../platform/rule-broken.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

/** Always, whatever a screen shows (rule:party-1-signs-first). @throws RuleBroken party1_must_sign_first */
export function requireParty1Signed(state: Pick<NdaState, 'party1'>): void {
  if (state.party1 === undefined) throw new RuleBroken('party1_must_sign_first');
}

/** What is signed is what was seen (rule:signed-is-what-was-seen). @throws RuleBroken agreement_changed */
export function requireSameAgreement(
  { agreementHash }: Pick<NdaState, 'agreementHash'>,
  seen: string | undefined,
): void {
  if (seen !== undefined && seen !== agreementHash) throw new RuleBroken('agreement_changed');
}

/**
 * Before such an event stands, the image that it names is stored. A change of mode names none: the first
 * signature stays.
 */
export const namesAnImage = ({ type }: NdaEvent): boolean =>
  type === 'Party1Signed' || type === 'Party2Signed';

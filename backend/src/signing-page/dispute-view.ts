import type { DisputeView } from '@siegel/contracts/nda/remote-signature';
import type { NdaState } from '../nda/nda.state.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';

/**
 * Returns the data for the dispute page. The data contains no name and no text
 * (rule:signature-can-be-disputed).
 * @param keptAt time of a dispute that was kept while the agreement was closed, and is not appended yet
 * @throws RuleBroken invalid_link if Party 2 has not signed, or if the NDA was erased
 */
export function disputeView(
  { terms, party2, disputed, erasedAt }: NdaState,
  keptAt: string | null,
): DisputeView {
  if (terms === undefined || party2 === undefined || erasedAt !== null) throw new RuleBroken('invalid_link');
  const dispute = disputed.find(({ party }) => party === 2);
  return { language: terms.language, signedAt: party2.at, disputedAt: dispute?.at ?? keptAt };
}

/**
 * Returns the data for the dispute page of a closed agreement. The part of its stream that counts may lack the
 * signature. The link proves that there was one, because only the mail after the signature had it.
 * @param keptAt time of a dispute that was kept while the agreement was closed
 * @throws RuleBroken invalid_link if the NDA was erased
 */
export function closedDisputeView(
  { terms, party2, disputed, erasedAt }: NdaState,
  keptAt: string | null,
): DisputeView {
  if (erasedAt !== null) throw new RuleBroken('invalid_link');
  const dispute = disputed.find(({ party }) => party === 2);
  return {
    language: terms?.language ?? 'de',
    signedAt: party2?.at ?? null,
    disputedAt: dispute?.at ?? keptAt,
  };
}

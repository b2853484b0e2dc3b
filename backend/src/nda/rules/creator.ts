import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { ContinueLinkState, NdaState } from '../nda.state.js';

/** The owner of an NDA. Readers get no row of an erased agreement, so a row need not have `erasedAt` here. */
type Owned = Pick<NdaState, 'creatorKeyHashes'> & Partial<Pick<NdaState, 'erasedAt'>>;

/**
 * True if a creator key, by its keyed hash, opens this NDA (rule:creator-key). The keys of its creator and of
 * browsers that got access later do, until that access is ended. No key does before the creation or after an
 * erasure.
 */
export const isCreatorKeyOf = (creatorKeyHash: string | undefined, nda: Owned): boolean =>
  creatorKeyHash !== undefined &&
  (nda.erasedAt ?? null) === null &&
  nda.creatorKeyHashes.includes(creatorKeyHash);

/** Only the creator of a draft learns that it was replaced. @throws RuleBroken nda_discarded */
export function requireNotDiscarded({ discarded }: Pick<NdaState, 'discarded'>): void {
  if (discarded) throw new RuleBroken('nda_discarded');
}

/** A link to continue admits one browser, within a day (rule:continue-link-lets-in-one). */
export const continueLinkIsOpen = (
  { standing, expiresAt }: Pick<ContinueLinkState, 'standing' | 'expiresAt'>,
  at: string,
): boolean => standing === 'open' && at < expiresAt;

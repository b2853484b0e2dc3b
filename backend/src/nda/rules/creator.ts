import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { ContinueLinkState, NdaState } from '../nda.state.js';

/** Whom an NDA belongs to. Readers get no row of an erased one, so that a row need not have `erasedAt` here. */
type Owned = Pick<NdaState, 'creatorKeyHashes'> & Partial<Pick<NdaState, 'erasedAt'>>;

/**
 * Whether a creator key, by its keyed hash, opens this NDA (rule:creator-key): that of its creator, and of
 * browsers that were let in later, until their access is ended. None does before the creation and after an
 * erasure.
 */
export const opensNda = (creatorKeyHash: string | undefined, nda: Owned): boolean =>
  creatorKeyHash !== undefined &&
  (nda.erasedAt ?? null) === null &&
  nda.creatorKeyHashes.includes(creatorKeyHash);

/** Only its creator is told that a draft was replaced. @throws RuleBroken nda_discarded */
export function requireKept({ discarded }: Pick<NdaState, 'discarded'>): void {
  if (discarded) throw new RuleBroken('nda_discarded');
}

/** A link to continue lets in one browser, within a day (rule:continue-link-lets-in-one). */
export const continueLinkIsOpen = (
  { standing, expiresAt }: Pick<ContinueLinkState, 'standing' | 'expiresAt'>,
  at: string,
): boolean => standing === 'open' && at < expiresAt;

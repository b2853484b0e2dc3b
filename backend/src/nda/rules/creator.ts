import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { ContinueLinkState, NdaState } from '../nda.state.js';

/**
 * The parts of an NDA that show who may open it. A row may lack `erasedAt`, because readers never get the row
 * of an erased agreement.
 */
type Owned = Pick<NdaState, 'creatorKeyHashes'> & Partial<Pick<NdaState, 'erasedAt'>>;

/**
 * Returns the first of a browser's creator keys that opens this NDA (rule:creator-key); undefined if none
 * does. The key of the creator's browser opens the NDA, and so does the key of each browser that got access
 * later. If the access of a browser is ended, its key no longer opens the NDA. No key opens the NDA before
 * the creation or after an erasure.
 * @param creatorKeys the keyed hashes of the keys
 */
export const openingKeyOf = (creatorKeys: readonly string[], nda: Owned): string | undefined =>
  (nda.erasedAt ?? null) === null ? creatorKeys.find((key) => nda.creatorKeyHashes.includes(key)) : undefined;

/**
 * Called only for the creator of a draft, because nobody else may learn that the draft was replaced.
 * @throws RuleBroken nda_discarded
 */
export function requireNotDiscarded({ discarded }: Pick<NdaState, 'discarded'>): void {
  if (discarded) throw new RuleBroken('nda_discarded');
}

/**
 * True if the link to continue can still give a browser access. Each link gives one browser access, within a
 * day (rule:continue-link-lets-in-one).
 */
export const continueLinkIsOpen = (
  { standing, expiresAt }: Pick<ContinueLinkState, 'standing' | 'expiresAt'>,
  at: string,
): boolean => standing === 'open' && at < expiresAt;

import type { StoredHead, TreeSeals } from '../tree-seals.js';
import { type ForeignParts, removeForeignLeaves } from './foreign-leaves.js';
import { type MissingParts, putLeavesBack } from './missing-leaves.js';

interface CorrectingParts extends Omit<ForeignParts, 'names'>, Omit<MissingParts, 'seals'> {
  readonly store: ForeignParts['store'] & MissingParts['store'];
  /** Knows the MACs that were accepted before the adoption. */
  readonly before: TreeSeals;
  /** Makes those that are accepted after it. */
  readonly after: TreeSeals;
  /** The checkpoints that are known outside of the database. */
  readonly outside: readonly { readonly size: number }[];
}

/**
 * Removes rows of leaves that this service did not write, and puts deleted ones back.
 * @returns numbers of these rows, and the tree as it was before
 */
export async function correctRows(
  parts: CorrectingParts,
): Promise<{ readonly stored: StoredHead; readonly foreign: number; readonly putBack: number }> {
  const { pool, before, after, former, outside } = parts;
  const stored = await before.read(pool);
  const known = [former, ...outside].map((tree) => tree?.size ?? 0);
  const foreign = await removeForeignLeaves({ ...parts, names: before.leaves }, stored, known);
  const putBack = await putLeavesBack({ ...parts, seals: after }, stored);
  return { stored, foreign, putBack };
}

import type { Pool, PoolClient } from 'pg';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import { rangeRoots, TreeIncomplete } from './stored-tree.js';

/** True if the stored tree begins with the tree of the checkpoint. */
export async function fitsTree(
  db: Pool | PoolClient,
  { size, root }: Pick<SignedCheckpoint, 'size' | 'root'>,
): Promise<boolean> {
  if (!Number.isSafeInteger(size)) return false;
  try {
    const [stored] = await rangeRoots(db, [{ from: 0, to: size }]);
    return stored?.toString('hex') === root;
  } catch (error) {
    if (error instanceof TreeIncomplete) return false;
    throw error;
  }
}

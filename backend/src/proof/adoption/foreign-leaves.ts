import type { Pool } from 'pg';
import { transaction } from '../../platform/postgres/pool.js';
import { type LeafNames, leavesFrom } from '../leaves.js';
import { PLACES_END } from '../stored-tree.js';
import type { StoredHead } from '../tree-seals.js';
import { removeLeaves } from '../truncate-tree.js';

const PAGE = 1000;

/**
 * Removes the rows of leaves that are in no tree of this service (rule:tree-is-sealed): rows at places that no
 * tree has, and the rows behind a sealed tree from the first one on that has no MAC of its own. The service
 * writes a leaf, its MAC and the MAC over the tree in one transaction. An authenticated event whose row is
 * removed gets a leaf again.
 *
 * If the tree carries no MAC of ours, nobody knows where it ends, so the rows at its end stay.
 * @returns number of rows of leaves that were removed
 */
export async function removeForeignLeaves(
  pool: Pool,
  names: LeafNames,
  { leaves, stray, sealed }: StoredHead,
): Promise<number> {
  const size = sealed?.edge.size;
  const isLonger = size !== undefined && leaves > size;
  if (!isLonger && stray === undefined) return 0;
  const end = size === undefined ? PLACES_END : await firstForeign(pool, names, size);
  const { leaves: removed } = await transaction(pool, (client) => removeLeaves(client, end));
  return removed;
}

/** Returns the first place behind these leaves that has no row, or whose row has no MAC of ours. */
async function firstForeign(pool: Pool, names: LeafNames, size: number): Promise<number> {
  for (let place = size; ; ) {
    const page = await leavesFrom(pool, place, PAGE);
    for (const leaf of page) {
      if (leaf.place !== place || !names.isNamed(leaf)) return place;
      place += 1;
    }
    if (page.length < PAGE) return place;
  }
}

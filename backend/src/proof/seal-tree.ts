import type { PoolClient } from 'pg';
import { forksOfLeaves } from './forks.js';
import type { TreeEdge } from './merkle-tree.js';
import type { TreeSeals } from './tree-seals.js';
import { replaceForks } from './truncate-tree.js';

/**
 * Makes the MAC over a tree whose leaves the caller verified, and finds the forks that these leaves show
 * (rule:tree-is-sealed). For `siegel log:adopt`: the tree of a log from before APPEND_KEY has no MAC.
 * @param edge the edge that all leaves of the tree give
 */
export async function sealTree(client: PoolClient, seals: TreeSeals, edge: TreeEdge): Promise<void> {
  const forks = await replaceForks(client, await forksOfLeaves(client, seals.leaves));
  await seals.write(client, { edge, forks });
}

import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../platform/postgres/pool.js';
import type { Clock } from '../../platform/time/clock.js';
import type { Receipts } from '../../vault/receipts.js';
import type { TreeEdge } from '../merkle-tree.js';
import { sealTree } from '../seal-tree.js';
import { insertCheckpoint } from '../sign-checkpoints.js';
import { treeSize } from '../stored-tree.js';
import { isSame, storedEdge, type TreeSeals } from '../tree-seals.js';
import { TreeDisturbed } from './append-leaves.js';
import type { CheckedTree } from './check-tree.js';

interface SealingParts {
  readonly pool: Pool;
  readonly receipts: Pick<Receipts, 'keyId' | 'sign'>;
  readonly clock: Clock;
  readonly requireAlone?: ((client: PoolClient) => Promise<void>) | undefined;
}

/**
 * Seals the tree of a log that is adopted, signs a checkpoint over it, and deletes the accepted rows of foreign
 * checkpoints. Verifications begin again: their progress may have a MAC of a key that counts no more.
 *
 * Until the transaction ends, nobody else writes to the tree.
 * @throws TreeDisturbed if the tree is not the one that was verified
 */
export const sealAdopted = (
  parts: SealingParts,
  seals: TreeSeals,
  edge: TreeEdge,
  { newest, foreign }: CheckedTree,
): Promise<void> =>
  transaction(parts.pool, async (client) => {
    await client.query('LOCK TABLE log_leaves, log_tree IN SHARE ROW EXCLUSIVE MODE');
    await parts.requireAlone?.(client);
    if (!isSame(await storedEdge(client, await treeSize(client)), edge)) throw new TreeDisturbed();
    await sealTree(client, seals, edge);
    for (const table of ['log_pass', 'log_verification']) await client.query(`DELETE FROM ${table}`);
    for (const { size } of foreign) await client.query('DELETE FROM log_checkpoints WHERE size = $1', [size]);
    if (edge.size > (newest?.size ?? 0)) await insertCheckpoint(parts, client, newest, edge);
  });

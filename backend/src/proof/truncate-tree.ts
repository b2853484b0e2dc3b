import type { Pool, PoolClient } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import { rewindCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { raiseLease } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { CHECKPOINTER } from './checkpointer.js';
import type { SubtreeRoot } from './merkle-tree.js';

/**
 * Removes all leaves from a place onwards and all nodes above these leaves. Restarts the checkpointer at this
 * place (rule:leaves-have-events). The term of the current checkpointer ends, and only the checkpointer of
 * the next term can change the tree. Call this only for leaves that no checkpoint covers, because the signed
 * part of the tree must stay.
 * @param at `size` is the number of leaves that stay. `position` is the log position of the event of the last
 * of these leaves. If `position` is undefined, the checkpointer reads the whole log again and skips events
 * that have a leaf
 */
export async function truncateTree(
  client: PoolClient,
  at: { readonly size: number; readonly position: Position | undefined },
): Promise<void> {
  const epoch = await raiseLease(client, CHECKPOINTER);
  await rewindCheckpoint(client, { name: CHECKPOINTER, position: at.position, epoch });
  await client.query('DELETE FROM log_leaves WHERE place >= $1', [at.size]);
  // The shifted size is the index of the first node on each level that covers a removed leaf.
  await client.query('DELETE FROM log_nodes WHERE place >= $1::bigint >> level::integer', [at.size]);
}

/** Stores these nodes, replacing existing ones. */
export async function replaceNodes(client: Pool | PoolClient, nodes: readonly SubtreeRoot[]): Promise<void> {
  await client.query(
    `INSERT INTO log_nodes (level, place, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
     ON CONFLICT (level, place) DO UPDATE SET hash = excluded.hash`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  );
}

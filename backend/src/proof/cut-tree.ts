import type { PoolClient } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import { rewindCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { raiseLease } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { CHECKPOINTER } from './checkpointer.js';
import type { SubtreeRoot } from './merkle-tree.js';

/**
 * Takes the leaves from a place on out of the tree, with all that was made of them, and has the log met again from there
 * (rule:leaves-have-events). The term of whoever meets it now ends; whoever is next finds the tree at rest.
 * To be called only for leaves that no checkpoint covers: what was signed stays.
 * @param at leaves that stay, and where in the log the event of the last one stands; undefined: all is met again, and
 *   what is a leaf already is passed over
 */
export async function cutTree(
  client: PoolClient,
  at: { readonly size: number; readonly position: Position | undefined },
): Promise<void> {
  const epoch = await raiseLease(client, CHECKPOINTER);
  await rewindCheckpoint(client, { name: CHECKPOINTER, position: at.position, epoch });
  await client.query('DELETE FROM log_leaves WHERE place >= $1', [at.size]);
  // A node is of the leaves that stay where it ends before them.
  await client.query('DELETE FROM log_nodes WHERE place >= $1::bigint >> level::integer', [at.size]);
}

/** Stores these nodes in the place of what stands there. */
export async function mendNodes(client: PoolClient, nodes: readonly SubtreeRoot[]): Promise<void> {
  await client.query(
    `INSERT INTO log_nodes (level, place, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
     ON CONFLICT (level, place) DO UPDATE SET hash = excluded.hash`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  );
}

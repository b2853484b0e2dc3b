import type { Pool, PoolClient } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import { rewindCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { raiseLease } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import type { Leaf } from './leaves.js';
import type { SubtreeRoot, TreeEdge } from './merkle-tree.js';
import {
  areForksSealed,
  type Fork,
  NO_FORKS,
  type StoredHead,
  type TreeSeals,
  withForks,
} from './tree-seals.js';

/**
 * Removes all leaves behind an edge and all nodes above these leaves, and seals the rest. Restarts the
 * checkpointer there (rule:leaves-have-events). The term of the current checkpointer ends, and only the
 * checkpointer of the next term can change the tree. Call this only for leaves that no checkpoint covers,
 * because the signed part of the tree must stay.
 * @param at `edge` is the edge of the leaves that stay. `position` is the log position of the event of the
 * last of these leaves. If `position` is undefined, the checkpointer reads the whole log again and skips
 * events that have a leaf. `mismatched` are the nodes of the leaves that stay whose stored value is wrong
 * @param stored the head before
 * @returns number of rows that were removed
 */
export async function truncateTree(
  client: PoolClient,
  seals: TreeSeals,
  at: {
    readonly edge: TreeEdge;
    readonly position: Position | undefined;
    readonly mismatched: readonly SubtreeRoot[];
  },
  stored: StoredHead,
): Promise<number> {
  const { size } = at.edge;
  const epoch = await raiseLease(client, CHECKPOINTER);
  await rewindCheckpoint(client, { name: CHECKPOINTER, position: at.position, epoch });
  const leaves = await client.query('DELETE FROM log_leaves WHERE place >= $1', [size]);
  // The shifted size is the index of the first node on each level that covers a removed leaf.
  const nodes = await client.query('DELETE FROM log_nodes WHERE place >= $1::bigint >> level::integer', [
    size,
  ]);
  await replaceNodes(
    client,
    at.mismatched.filter(({ level, index }) => (index + 1) * 2 ** level <= size),
  );
  await seals.write(client, { edge: at.edge, forks: await truncatedForks(client, size, stored) });
  return (leaves.rowCount ?? 0) + (nodes.rowCount ?? 0);
}

/** Stores these nodes, replacing existing ones. */
export async function replaceNodes(client: Pool | PoolClient, nodes: readonly SubtreeRoot[]): Promise<void> {
  if (nodes.length === 0) return;
  await client.query(
    `INSERT INTO log_nodes (level, place, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])
     ON CONFLICT (level, place) DO UPDATE SET hash = excluded.hash`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  );
}

/** Writes the streams and revisions of these leaves. */
export async function renameLeaves(client: PoolClient, leaves: readonly Leaf[]): Promise<void> {
  for (const { place, eventHash, stream, revision } of leaves)
    await client.query(
      'UPDATE log_leaves SET stream = $3, revision = $4 WHERE place = $1 AND event_hash = $2',
      [place, Buffer.from(eventHash, 'hex'), stream, revision],
    );
}

/**
 * Removes the forks behind the edge. If the rows of the forks are not the sealed ones, finds the forks in the
 * leaves that stay. @returns the digest of the forks that stay
 */
async function truncatedForks(client: PoolClient, size: number, stored: StoredHead): Promise<string> {
  const isSealed = areForksSealed(stored);
  await client.query('DELETE FROM log_forks WHERE place >= $1', [isSealed ? size : 0]);
  if (isSealed)
    return withForks(
      NO_FORKS,
      stored.forks.filter(({ place }) => place < size),
    );
  return findForks(client);
}

/** Writes the forks that the leaves show. The table is empty before. @returns their digest */
export async function findForks(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ place: string; stream: string; revision: number }>(
    `INSERT INTO log_forks (place, stream, revision)
     SELECT leaf.place, stream, revision FROM log_leaves AS leaf
     JOIN (SELECT stream, revision, min(place) AS first FROM log_leaves
       GROUP BY stream, revision HAVING count(*) > 1) AS twice USING (stream, revision)
     WHERE leaf.place > twice.first RETURNING place, stream, revision`,
  );
  const found: Fork[] = rows.map(({ place, ...one }) => ({ ...one, place: Number(place) }));
  return withForks(
    NO_FORKS,
    found.toSorted((one, other) => one.place - other.place),
  );
}

import type { Pool, PoolClient } from 'pg';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import { readCheckpoint, rewindCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { raiseLease } from '../eventsourcing/subscriptions/leases/lease-table.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import type { LeafSeals } from './leaf-seals.js';
import { forksOf } from './forks.js';
import type { NamedLeaf } from './leaves.js';
import type { SubtreeRoot, TreeEdge } from './merkle-tree.js';
import { type Fork, NO_FORKS, type StoredHead, type TreeSeals, withForks } from './tree-seals.js';

/** Number of leaves that one statement names. */
const NAMED_AT_ONCE = 1000;

/**
 * Ends the term of the current checkpointer. Only the checkpointer of the next term can change the tree.
 * @param position where the next term begins; if undefined, it reads the whole log again and skips events
 * that have a leaf
 * @returns the term that ended
 */
export async function endTerm(
  client: PoolClient,
  position: Position | undefined,
): Promise<number | undefined> {
  const epoch = await raiseLease(client, CHECKPOINTER);
  const before = await readCheckpoint(client, CHECKPOINTER);
  await rewindCheckpoint(client, { name: CHECKPOINTER, position, epoch });
  return before?.epoch;
}

/**
 * Removes all leaves behind an edge and all nodes above these leaves, and seals the rest
 * (rule:leaves-have-events). The caller ended the term of the checkpointer (`endTerm`). Call this only for
 * leaves that no checkpoint covers, because the signed part of the tree must stay.
 * @param at `edge` is the edge of the leaves that stay. `mismatched` are the nodes of the leaves that stay
 * whose stored value is wrong
 * @param stored the head before
 * @returns number of rows that were removed
 */
export async function truncateTree(
  client: PoolClient,
  seals: TreeSeals,
  at: {
    readonly edge: TreeEdge;
    readonly mismatched: readonly SubtreeRoot[];
  },
  stored: StoredHead,
): Promise<number> {
  const { size } = at.edge;
  const { leaves, nodes } = await removeLeaves(client, size);
  await replaceNodes(
    client,
    at.mismatched.filter(({ level, index }) => (index + 1) * 2 ** level <= size),
  );
  await seals.write(client, { edge: at.edge, forks: await truncatedForks(client, seals, size, stored) });
  return leaves + nodes;
}

/**
 * Removes all leaves from a place on, all nodes above them, and rows at places that no tree has.
 * @returns numbers of rows that were removed
 */
export async function removeLeaves(
  client: PoolClient,
  from: number,
): Promise<{ readonly leaves: number; readonly nodes: number }> {
  const leaves = await client.query('DELETE FROM log_leaves WHERE place >= $1 OR place < 0', [from]);
  // The shifted place is the index of the first node on each level that covers a removed leaf.
  const nodes = await client.query('DELETE FROM log_nodes WHERE place >= $1::bigint >> level::integer', [
    from,
  ]);
  return { leaves: leaves.rowCount ?? 0, nodes: nodes.rowCount ?? 0 };
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

/** Writes stream, revision and MAC into the rows of these leaves. */
export async function nameLeaves(
  client: Pool | PoolClient,
  seals: LeafSeals,
  leaves: readonly NamedLeaf[],
): Promise<void> {
  for (let from = 0; from < leaves.length; from += NAMED_AT_ONCE) {
    const part = leaves.slice(from, from + NAMED_AT_ONCE);
    await client.query(
      `UPDATE log_leaves AS leaf SET stream = named.stream, revision = named.revision, mac = named.mac
       FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::integer[], $5::bytea[])
         AS named(place, event_hash, stream, revision, mac)
       WHERE leaf.place = named.place AND leaf.event_hash = named.event_hash`,
      [
        part.map(({ place }) => place),
        part.map(({ eventHash }) => Buffer.from(eventHash, 'hex')),
        part.map(({ stream }) => stream),
        part.map(({ revision }) => revision),
        part.map((leaf) => Buffer.from(seals.macOf(leaf), 'hex')),
      ],
    );
  }
}

/**
 * Writes the forks of the leaves that stay. The leaves behind them are removed already.
 * @param stored the head before
 * @returns the digest of these forks
 */
async function truncatedForks(
  client: PoolClient,
  seals: TreeSeals,
  size: number,
  stored: StoredHead,
): Promise<string> {
  const forks = await forksOf(client, seals.leaves, stored);
  return replaceForks(
    client,
    forks.filter(({ place }) => place < size),
  );
}

/** Writes these forks instead of those in the table. @returns their digest */
export async function replaceForks(client: PoolClient, forks: readonly Fork[]): Promise<string> {
  await client.query('DELETE FROM log_forks');
  await insertForks(client, forks);
  return withForks(NO_FORKS, forks);
}

/** Adds rows to the table of forks. */
export async function insertForks(client: PoolClient, forks: readonly Fork[]): Promise<void> {
  await client.query(
    `INSERT INTO log_forks (place, stream, revision)
     SELECT place, stream, revision FROM json_to_recordset($1::json) AS fork(place bigint, stream text, revision integer)`,
    [JSON.stringify(forks)],
  );
}

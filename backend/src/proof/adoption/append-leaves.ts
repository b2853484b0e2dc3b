import type { Pool, PoolClient } from 'pg';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { transaction } from '../../platform/postgres/pool.js';
import { type LeafNames, leavesAt, type NamedLeaf } from '../leaves.js';
import type { SubtreeRoot, TreeEdge } from '../merkle-tree.js';
import { nodesToStore } from '../stored-tree.js';
import { type Fork, type TreeHead, type TreeSeals, withForks } from '../tree-seals.js';
import { insertForks, replaceNodes } from '../truncate-tree.js';
import { hashOf } from '../verify-stream.js';

/** PostgreSQL's error code. */
const UNIQUE_VIOLATION = '23505';

/** Thrown if another program writes to the tree at the same time. */
export class TreeDisturbed extends OperatorError {
  constructor() {
    super(
      'Another program wrote to the tree over the log at the same time. Stop every backend, then run the command again.',
    );
  }
}

export interface AppendingParts {
  readonly pool: Pool;
  /** Makes the MACs of the leaves that are appended, and of a tree that is sealed. */
  readonly seals: TreeSeals;
  /** Rejects if a backend runs. */
  readonly requireAlone?: ((client: PoolClient) => Promise<void>) | undefined;
}

/** A tree that an adoption makes longer. */
export interface GrowingTree {
  readonly edge: TreeEdge;
  /**
   * The head of a tree that carries our MAC. Undefined if it carries none: it gets its first one once the log is
   * adopted.
   */
  readonly sealed: TreeHead | undefined;
}

/**
 * Appends leaves for these events and stores the nodes that they complete. Seals the tree if it was sealed
 * before, so that an adoption that stops here leaves a tree as the service wrote it. Writes all or nothing.
 * @param grew called after each leaf, before anything is written; if it throws, nothing is written
 * @throws TreeDisturbed
 */
export async function appendLeaves(
  { pool, seals, requireAlone }: AppendingParts,
  { edge, sealed }: GrowingTree,
  events: readonly UntrustedEvent[],
  grew: (edge: TreeEdge) => void,
): Promise<GrowingTree> {
  const [grown, completed] = [edge.copy(), [] as SubtreeRoot[]];
  const leaves = events.map((event, n) => leafOf(event, edge.size + n));
  for (const { eventHash } of leaves) {
    grown.append(Buffer.from(eventHash, 'hex'), completed);
    grew(grown);
  }
  try {
    return await transaction(pool, async (client) => {
      await insertLeaves(client, seals, leaves);
      await replaceNodes(client, nodesToStore(completed));
      if (sealed === undefined) return { edge: grown, sealed };
      await requireAlone?.(client);
      const forks = await forksAmong(client, seals.leaves, leaves);
      await insertForks(client, forks);
      const head = { edge: grown, forks: withForks(sealed.forks, forks) };
      await seals.write(client, head);
      return { edge: grown, sealed: head };
    });
  } catch (error) {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? new TreeDisturbed() : error;
  }
}

const leafOf = (event: UntrustedEvent, place: number): NamedLeaf => {
  const { stream, revision } = event;
  return { place, stream, revision, eventHash: hashOf(event) ?? '' };
};

/** Writes the rows of new leaves. */
export async function insertLeaves(
  client: PoolClient,
  seals: TreeSeals,
  leaves: readonly NamedLeaf[],
): Promise<void> {
  await client.query(
    `INSERT INTO log_leaves (place, event_hash, stream, revision, mac)
     SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::integer[], $5::bytea[])`,
    [
      leaves.map(({ place }) => place),
      leaves.map(({ eventHash }) => Buffer.from(eventHash, 'hex')),
      leaves.map(({ stream }) => stream),
      leaves.map(({ revision }) => revision),
      leaves.map((leaf) => Buffer.from(seals.leaves.macOf(leaf), 'hex')),
    ],
  );
}

/** Returns those of these leaves whose stream and revision an earlier leaf has. The operator accepted them. */
async function forksAmong(
  client: PoolClient,
  names: LeafNames,
  leaves: readonly NamedLeaf[],
): Promise<readonly Fork[]> {
  const stored = await leavesAt(client, leaves);
  return leaves
    .filter(({ place, stream, revision }) =>
      stored.get(`${stream}@${revision}`)?.some((leaf) => leaf.place < place && names.isNamed(leaf)),
    )
    .map(({ place, stream, revision }) => ({ place, stream, revision }));
}

import type { Pool } from 'pg';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { transaction } from '../../platform/postgres/pool.js';
import type { LeafSeals } from '../leaf-seals.js';
import type { NamedLeaf } from '../leaves.js';
import type { SubtreeRoot, TreeEdge } from '../merkle-tree.js';
import { nodesToStore } from '../stored-tree.js';
import { replaceNodes } from '../truncate-tree.js';
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

interface AppendingParts {
  readonly pool: Pool;
  readonly seals: LeafSeals;
}

/**
 * Appends leaves for these events and stores the nodes that they complete. Writes all or nothing.
 * @param grew called after each leaf, before anything is written; if it throws, nothing is written
 * @returns the edge of the grown tree
 * @throws TreeDisturbed
 */
export async function appendLeaves(
  { pool, seals }: AppendingParts,
  edge: TreeEdge,
  events: readonly UntrustedEvent[],
  grew: (edge: TreeEdge) => void,
): Promise<TreeEdge> {
  const [grown, completed] = [edge.copy(), [] as SubtreeRoot[]];
  const hashes = events.map((event) => Buffer.from(hashOf(event) ?? '', 'hex'));
  for (const hash of hashes) {
    grown.append(hash, completed);
    grew(grown);
  }
  try {
    await transaction(pool, async (client) => {
      await client.query(
        `INSERT INTO log_leaves (place, event_hash, stream, revision, mac)
         SELECT $1::bigint + n - 1, hash, stream, revision, mac
         FROM unnest($2::bytea[], $3::text[], $4::integer[], $5::bytea[])
           WITH ORDINALITY AS leaf(hash, stream, revision, mac, n)`,
        [
          edge.size,
          hashes,
          events.map(({ stream }) => stream),
          events.map(({ revision }) => revision),
          events.map((event, n) => Buffer.from(seals.macOf(leafOf(event, edge.size + n)), 'hex')),
        ],
      );
      await replaceNodes(client, nodesToStore(completed));
    });
  } catch (error) {
    throw (error as { code?: unknown }).code === UNIQUE_VIOLATION ? new TreeDisturbed() : error;
  }
  return grown;
}

const leafOf = (event: UntrustedEvent, place: number): NamedLeaf => {
  const { stream, revision } = event;
  return { place, stream, revision, eventHash: hashOf(event) ?? '' };
};

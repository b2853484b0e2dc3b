import type { Pool, PoolClient } from 'pg';
import type { StoredLog } from '../../eventsourcing/event-store/event-store.js';
import type { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { ClosedStreams } from '../../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import { transaction } from '../../platform/postgres/pool.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { firstWithoutEvent } from '../leaves-in-store.js';
import { type LeafNames, leavesFrom } from '../leaves.js';
import { newestOf } from '../signed-checkpoints.js';
import { PLACES_END } from '../stored-tree.js';
import type { StoredHead } from '../tree-seals.js';
import { removeLeaves } from '../truncate-tree.js';

const PAGE = 1000;

export interface ForeignParts {
  readonly pool: Pool;
  readonly store: Pick<StoredLog, 'readStream' | 'readAll'>;
  readonly isOwnStream: (stream: string) => boolean;
  /** The keys without those that an earlier adoption retired. */
  readonly keys: AppendKeys;
  readonly names: LeafNames;
  /** The keys that this service vouches for. */
  readonly ownKeys: readonly PublicKeyRecord[];
  readonly requireAlone?: ((client: PoolClient) => Promise<void>) | undefined;
}

/**
 * Removes the rows of leaves that are in no tree of this service (rule:tree-is-sealed): rows at places that no
 * tree has, and the end of the tree from the first row on that has neither a MAC of its own nor an authenticated
 * event. That row is behind the sealed tree, and behind all that a checkpoint or an earlier adoption covers. The
 * service writes a leaf, its MAC and the MAC over the tree in one transaction. An authenticated event whose row
 * is removed gets a leaf again.
 *
 * If the tree carries no MAC of ours, nobody knows where it ends, so the rows at its end stay.
 * @param outside numbers of leaves of the trees that are known outside of the database
 * @returns number of rows of leaves that were removed
 */
export async function removeForeignLeaves(
  parts: ForeignParts,
  { leaves, stray, sealed }: StoredHead,
  outside: readonly number[],
): Promise<number> {
  const size = sealed?.edge.size;
  const isLonger = size !== undefined && leaves > size;
  if (!isLonger && stray === undefined) return 0;
  // Somebody may have put an old MAC over the tree back, so rows below these sizes are not foreign.
  const end = size === undefined ? PLACES_END : await firstForeign(parts, [size, ...outside]);
  if (end >= leaves && stray === undefined) return 0;
  const { leaves: removed } = await transaction(parts.pool, async (client) => {
    await client.query('LOCK TABLE log_leaves, log_tree IN SHARE ROW EXCLUSIVE MODE');
    await parts.requireAlone?.(client);
    return removeLeaves(client, end);
  });
  return removed;
}

/**
 * Returns the first place behind these sizes, and behind each signed checkpoint, that has no row, or whose row has
 * no MAC of ours and no event.
 */
async function firstForeign(parts: ForeignParts, sizes: readonly number[]): Promise<number> {
  const { pool, keys, names, ownKeys } = parts;
  const known = Math.max(...sizes);
  const signed = await newestOf(pool, ownKeys, known);
  const authenticator = new Authenticator(keys);
  const log = new TrustedReader({ ...parts, authenticator, closed: new ClosedStreams() });
  for (let place = signed?.size ?? known; ; ) {
    const page = await leavesFrom(pool, place, PAGE);
    const gap = page.findIndex((leaf, n) => leaf.place !== place + n);
    const row = gap < 0 ? page : page.slice(0, gap);
    const doubtful = row.filter((leaf) => !names.isNamed(leaf));
    const foreign = await firstWithoutEvent(log, doubtful);
    if (foreign !== undefined) return foreign.place;
    place += row.length;
    if (gap >= 0 || page.length < PAGE) return place;
  }
}

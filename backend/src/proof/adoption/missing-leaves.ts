import type { Pool } from 'pg';
import type { Adoption } from '../../eventsourcing/trust/adoption.js';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import { transaction } from '../../platform/postgres/pool.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { leavesFrom, type NamedLeaf } from '../leaves.js';
import { TreeEdge } from '../merkle-tree.js';
import { newestOf, type SignedCheckpoint } from '../signed-checkpoints.js';
import type { StoredHead } from '../tree-seals.js';
import { hashOf } from '../verify-stream.js';
import { type AppendingParts, insertLeaves } from './append-leaves.js';
import { rootOf } from './outside-claims.js';
import { type OwnEventsParts, ownEvents } from './own-events.js';

const PAGE = 1000;
/** Maximum number of leaves that are put back. With more missing rows a backup is the better source. */
const MOST = 100_000;

type Tree = Pick<SignedCheckpoint, 'size' | 'root'>;

export interface MissingParts extends OwnEventsParts, AppendingParts {
  readonly log: string;
  readonly appendKeys: ConstructorParameters<typeof AppendKeys>[1];
  readonly former: Adoption | undefined;
  /** The keys that this service vouches for. */
  readonly ownKeys: readonly PublicKeyRecord[];
}

/**
 * Puts leaves back whose rows somebody deleted, if the log has their events (rule:log-is-adopted). Leaves have
 * the order of the log, so the missing ones are those of the first events with a right MAC that have no leaf. They
 * are put back only if the tree then has the root that the service vouches for: that of its MAC, of a signed
 * checkpoint or of an earlier adoption. That root proves the events, so the MAC of a retired key is right here.
 * @returns number of leaves
 * @throws EventStoreUnavailable
 */
export async function putLeavesBack(
  parts: MissingParts,
  { sealed }: Pick<StoredHead, 'sealed'>,
): Promise<number> {
  const { pool, seals, requireAlone } = parts;
  const tree = await largestVouched(parts, sealed?.edge);
  const missing = await missingPlaces(pool, tree.size);
  if (missing.length === 0 || missing.length > MOST) return 0;
  const leaves = await leavesOfBare(parts, missing);
  if (leaves.length < missing.length || (await rootWith(pool, leaves, tree.size)) !== tree.root) return 0;
  await transaction(pool, async (client) => {
    await client.query('LOCK TABLE log_leaves, log_tree IN SHARE ROW EXCLUSIVE MODE');
    await requireAlone?.(client);
    await insertLeaves(client, seals, leaves);
  });
  return leaves.length;
}

/** Returns the largest tree that the service vouches for, whatever leaves are there. */
async function largestVouched(
  { pool, ownKeys, former }: Pick<MissingParts, 'pool' | 'ownKeys' | 'former'>,
  sealed = TreeEdge.empty(),
): Promise<Tree> {
  const known = { size: sealed.size, root: rootOf(sealed) };
  const larger = former !== undefined && former.size > known.size ? former : known;
  return (await newestOf(pool, ownKeys, larger.size)) ?? larger;
}

/** Returns the places below `size` without a row, at most one more than are put back. */
async function missingPlaces(pool: Pool, size: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ n: string }>(
    `SELECT n FROM generate_series(0::bigint, $1::bigint - 1) AS n
     LEFT JOIN log_leaves ON log_leaves.place = n WHERE log_leaves.place IS NULL ORDER BY n LIMIT $2`,
    [size, MOST + 1],
  );
  return rows.map(({ n }) => Number(n));
}

/** Gives these places to the first events that have a right MAC and no leaf, in the order of the log. */
async function leavesOfBare(parts: MissingParts, places: readonly number[]): Promise<readonly NamedLeaf[]> {
  const authenticator = new Authenticator(new AppendKeys(parts.log, parts.appendKeys));
  const leaves: NamedLeaf[] = [];
  for await (const batch of ownEvents(parts))
    for (const { event, leaf } of batch) {
      const place = places[leaves.length];
      if (place === undefined) return leaves;
      const eventHash = hashOf(event);
      if (leaf !== undefined || eventHash === undefined) continue;
      if (typeof (await authenticator.alone(event)) === 'string') continue;
      leaves.push({ place, eventHash, stream: event.stream, revision: event.revision });
    }
  return leaves;
}

/** Returns the root over the first `size` places, with these leaves in those that have no row. */
async function rootWith(pool: Pool, leaves: readonly NamedLeaf[], size: number): Promise<string | undefined> {
  const hashes = new Map(leaves.map(({ place, eventHash }) => [place, eventHash]));
  const edge = TreeEdge.empty();
  while (edge.size < size) {
    const page = await leavesFrom(pool, edge.size, PAGE);
    const stored = new Map(page.map(({ place, eventHash }) => [place, eventHash]));
    const end = Math.min(size, (page.at(-1)?.place ?? size) + 1);
    while (edge.size < end) {
      const hash = stored.get(edge.size) ?? hashes.get(edge.size);
      if (hash === undefined) return undefined;
      edge.append(Buffer.from(hash, 'hex'));
    }
  }
  return rootOf(edge);
}

import type { Pool, PoolClient } from 'pg';
import {
  consistencyPath,
  inclusionPath,
  type LeafRange,
  leafHash,
  nodeHash,
  rootOf,
  type Subtree,
  type SubtreeRoot,
  subtreesOf,
  TreeEdge,
} from './merkle-tree.js';

/**
 * Only every fourth level of the complete subtrees is stored, so there is one node for fifteen leaves. A
 * subtree of another level consists of at most eight stored subtrees. A proof in a tree of a million leaves
 * therefore reads about a hundred rows.
 */
const STORED_EVERY = 4;

export const isStored = ({ level }: Subtree): boolean => level % STORED_EVERY === 0;

/** Returns the stored subtrees (or leaves) that make up a complete subtree, left to right. */
function madeOf({ level, index }: Subtree): Subtree[] {
  const width = 2 ** (level % STORED_EVERY);
  const below = level - (level % STORED_EVERY);
  return Array.from({ length: width }, (_, n) => ({ level: below, index: index * width + n }));
}

/** Thrown if rows are missing, so that the requested part of the tree is incomplete. */
export class TreeIncomplete extends Error {
  override readonly name = 'TreeIncomplete';
}

/**
 * Number of places that a tree can have. The rows of leaves may name any place, and JavaScript counts no further.
 */
export const PLACES_END = Number.MAX_SAFE_INTEGER;

/** SQL for the number of leaves, as far as the last leaf shows it. At most `PLACES_END`. */
export const TREE_SIZE = `(SELECT greatest(0, least(coalesce(max(place), -1), ${PLACES_END - 1}) + 1) FROM log_leaves)`;

export async function treeSize(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ size: string }>(`SELECT ${TREE_SIZE} AS size`);
  return Number(rows[0]?.size ?? 0);
}

/**
 * Returns the number of places that a verification compares with the log. A row may name a place far behind the
 * tree, so at most as many places may lack their row as have one.
 */
export async function comparedSize(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ size: string }>(
    `SELECT least(${TREE_SIZE}, 2 * (SELECT count(*) FROM log_leaves)) AS size`,
  );
  return Number(rows[0]?.size ?? 0);
}

/**
 * True if this database has the tables of the tree and of its MACs. Databases of earlier program versions do
 * not have them.
 */
export async function hasTree(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(`SELECT to_regclass('log_tree') IS NOT NULL AS there`);
  return rows[0]?.there === true;
}

const keyOf = ({ level, index }: Subtree): string => `${level}/${index}`;

/** Returns the roots of these ranges of leaves. @throws TreeIncomplete */
export async function rangeRoots(db: Pool | PoolClient, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const rootOfRange = await readRanges(db, ranges);
  return ranges.map(rootOfRange);
}

/** Reads what these ranges need. Returns the function of the root of one of them, which throws TreeIncomplete. */
async function readRanges(
  db: Pool | PoolClient,
  ranges: readonly LeafRange[],
): Promise<(range: LeafRange) => Buffer> {
  const hashes = await storedHashes(db, ranges.flatMap(subtreesOf).flatMap(madeOf));
  const hashOf = (subtree: Subtree): Buffer => {
    const found = hashes.get(keyOf(subtree));
    if (found === undefined)
      throw new TreeIncomplete(`node ${keyOf(subtree)} of the log's tree is not there`);
    return found;
  };
  return (range) => rootOf(subtreesOf(range).map((subtree) => joined(madeOf(subtree).map(hashOf))));
}

/** Returns the root above 2^n neighbouring nodes. */
function joined(hashes: Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1)
    row = row.flatMap((left, n) => (n % 2 === 0 ? [nodeHash(left, row[n + 1] as Buffer)] : []));
  return row[0] as Buffer;
}

async function storedHashes(
  db: Pool | PoolClient,
  wanted: readonly Subtree[],
): Promise<ReadonlyMap<string, Buffer>> {
  const leaves = wanted.filter(({ level }) => level === 0).map(({ index }) => index);
  const nodes = wanted.filter(({ level }) => level > 0);
  const found = new Map<string, Buffer>();
  if (leaves.length > 0) {
    const { rows } = await db.query<{ place: string; event_hash: Buffer }>({
      name: 'tree-leaves',
      text: 'SELECT place, event_hash FROM log_leaves WHERE place = ANY($1::bigint[])',
      values: [leaves],
    });
    for (const { place, event_hash } of rows) found.set(`0/${place}`, leafHash(event_hash));
  }
  if (nodes.length > 0) {
    const { rows } = await db.query<{ level: number; place: string; hash: Buffer }>({
      name: 'tree-nodes',
      // The lateral subquery looks up each row by the index. With a plain join, PostgreSQL would scan the
      // whole table whenever it expects the scan to be cheap.
      text: `SELECT wanted.level, wanted.place, node.hash
       FROM unnest($1::smallint[], $2::bigint[]) AS wanted(level, place)
       CROSS JOIN LATERAL (
         SELECT hash FROM log_nodes WHERE log_nodes.level = wanted.level AND log_nodes.place = wanted.place LIMIT 1
       ) AS node`,
      values: [nodes.map(({ level }) => level), nodes.map(({ index }) => index)],
    });
    for (const { level, place, hash } of rows) found.set(`${level}/${place}`, hash);
  }
  return found;
}

/** Returns the edge of the tree at the time when it had `size` leaves. @throws TreeIncomplete */
export async function readEdge(db: Pool | PoolClient, size: number): Promise<TreeEdge> {
  const parts = subtreesOf({ from: 0, to: size }).map(({ level, index }) => ({
    from: index * 2 ** level,
    to: (index + 1) * 2 ** level,
  }));
  return TreeEdge.of(size, await rangeRoots(db, parts));
}

/**
 * Returns an inclusion proof for each leaf in `places`, in the same order, for the tree of `size` leaves.
 * @throws TreeIncomplete also if the tree has no such place
 */
export async function inclusionProofs(
  db: Pool | PoolClient,
  places: readonly number[],
  size: number,
): Promise<Buffer[][]> {
  const outside = places.find((place) => !(place >= 0 && place < size));
  if (outside !== undefined) throw new TreeIncomplete(`a tree of ${size} has no leaf ${outside}`);
  return rootsAlong(
    db,
    places.map((place) => inclusionPath(place, size)),
  );
}

/** As `inclusionProofs`, but a leaf for whose proof rows are missing has no proof, and the others have theirs. */
export async function inclusionProofsThere(
  db: Pool | PoolClient,
  places: readonly number[],
  size: number,
): Promise<(Buffer[] | undefined)[]> {
  const paths = places.map((place) => inclusionPath(place, size));
  const rootOfRange = await readRanges(db, paths.flat());
  return paths.map((path) => {
    try {
      return path.map(rootOfRange);
    } catch (error) {
      if (error instanceof TreeIncomplete) return undefined;
      throw error;
    }
  });
}

/**
 * Returns, for each size in `older`, a proof that the tree of `size` leaves begins with the tree of the older
 * size.
 * @throws TreeIncomplete
 */
export const consistencyProofs = (
  db: Pool | PoolClient,
  older: readonly number[],
  size: number,
): Promise<Buffer[][]> =>
  rootsAlong(
    db,
    older.map((one) => consistencyPath(one, size)),
  );

async function rootsAlong(db: Pool | PoolClient, paths: readonly LeafRange[][]): Promise<Buffer[][]> {
  const roots = await rangeRoots(db, paths.flat());
  let at = 0;
  return paths.map(({ length }) => roots.slice(at, (at += length)));
}

export const nodesToStore = (completed: readonly SubtreeRoot[]): SubtreeRoot[] => completed.filter(isStored);

/** Stored roots of some subtrees. */
export type StoredRoots = ReadonlyMap<string, Buffer>;

/** Returns the stored subtrees that become complete when the tree grows from `from` to `to` leaves. */
export function storedCompleted({ from, to }: LeafRange): Subtree[] {
  const completed: Subtree[] = [];
  for (let level = STORED_EVERY; 2 ** level <= to; level += STORED_EVERY)
    for (let index = Math.floor(from / 2 ** level); (index + 1) * 2 ** level <= to; index += 1)
      completed.push({ level, index });
  return completed;
}

export const rootsCompleted = (db: Pool | PoolClient, range: LeafRange): Promise<StoredRoots> =>
  storedHashes(db, storedCompleted(range));

/**
 * Returns the subtrees whose stored root is wrong or missing. Ignores subtrees of levels that are not stored.
 */
export const mismatchedNodes = (subtrees: readonly SubtreeRoot[], stored: StoredRoots): SubtreeRoot[] =>
  nodesToStore(subtrees).filter((subtree) => stored.get(keyOf(subtree))?.equals(subtree.hash) !== true);

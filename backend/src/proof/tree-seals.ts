import type { Pool, PoolClient } from 'pg';
import type { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { canonicalJson } from '../platform/crypto/canonical-json.js';
import { sha256OfParts } from '../platform/crypto/length-prefixed.js';
import { LeafSeals } from './leaf-seals.js';
import { TreeEdge } from './merkle-tree.js';
import { PLACES_END, readEdge, TREE_SIZE, TreeIncomplete } from './stored-tree.js';

/** A leaf whose stream and revision had another leaf before. */
export interface Fork {
  readonly place: number;
  readonly stream: string;
  readonly revision: number;
}

/** The parts of the tree that carry a MAC. The edge contains the size. */
export interface TreeHead {
  readonly edge: TreeEdge;
  /** Digest of all forks. */
  readonly forks: string;
}

/** The columns of the row of `log_tree`. */
export interface SealRow {
  readonly size: number;
  readonly edge: Buffer;
  readonly forks: string;
  readonly mac: string;
}

/** Digest of no fork. */
export const NO_FORKS = '0'.repeat(64);

export const EMPTY_TREE: TreeHead = { edge: TreeEdge.empty(), forks: NO_FORKS };

/** Returns the digest of the forks of `digest` and these forks, in this order. */
export const withForks = (digest: string, forks: readonly Fork[]): string =>
  forks.reduce(
    (before, { place, stream, revision }) => sha256OfParts(['fork', before, place, stream, revision]),
    digest,
  );

/**
 * Maximum number of forks that a process reads. A fork is rare, and needs a person to deal with it. A table
 * with more rows is not the one that the service wrote.
 */
export const FORKS_MAX = 50_000;

/** The tree as its tables contain it, in one snapshot. */
export interface StoredHead {
  /** Number of leaves, as far as the last leaf shows it. */
  readonly leaves: number;
  /** A place that no tree has, and that a row of `log_leaves` names. Undefined if there is none. */
  readonly stray: number | undefined;
  /** The head that the row of `log_tree` names; undefined if there is no row, or if its MAC is not ours. */
  readonly sealed: TreeHead | undefined;
  /** Undefined if there is no row. */
  readonly mac: string | undefined;
  /** The first `FORKS_MAX` rows of `log_forks`, and one more if there are more of them. */
  readonly forks: readonly Fork[];
}

/** True if the rows of the forks are those over which the service made the MAC. */
export const areForksSealed = ({ sealed, forks }: StoredHead): boolean =>
  sealed !== undefined && forks.length <= FORKS_MAX && withForks(NO_FORKS, forks) === sealed.forks;

interface HeadRow {
  readonly leaves: string;
  /** The lowest and the highest place. Null if there is no leaf. */
  readonly first: string | null;
  readonly last: string | null;
  readonly size: string | null;
  readonly edge: Buffer | null;
  readonly digest: string | null;
  readonly mac: string | null;
  readonly forks: readonly Fork[] | null;
}

const HASH_BYTES = 32;

const textOf = ({ size, edge, forks }: Omit<SealRow, 'mac'>): string =>
  canonicalJson({ size, edge: edge.toString('hex'), forks });

/**
 * Makes and checks the MAC over size and right edge of the tree (rule:tree-is-sealed). Leaves are rows, and
 * anyone who writes rows can write a leaf. Only an owner of APPEND_KEY can make this MAC.
 */
export class TreeSeals {
  /** The MACs of the single leaves. */
  readonly leaves: LeafSeals;

  /** @param keys the keys of the log, which also authenticate the progress of verifications */
  constructor(readonly keys: Pick<AppendKeys, 'sealOf' | 'hasSealed' | 'leafMarkOf' | 'hasMadeLeaf'>) {
    this.leaves = new LeafSeals(keys);
  }

  rowOf({ edge, forks }: TreeHead): SealRow {
    const row = { size: edge.size, edge: Buffer.concat(edge.edge), forks };
    return { ...row, mac: this.keys.sealOf('tree', textOf(row)) };
  }

  async read(db: Pool | PoolClient): Promise<StoredHead> {
    const { rows } = await db.query<HeadRow>({
      name: 'tree-head',
      text: `SELECT ${TREE_SIZE} AS leaves,
         (SELECT min(place) FROM log_leaves) AS first, (SELECT max(place) FROM log_leaves) AS last,
         tree.size, tree.edge, tree.forks AS digest, tree.mac,
         (SELECT json_agg(json_build_object('place', place, 'stream', stream, 'revision', revision) ORDER BY place)
          FROM (SELECT * FROM log_forks ORDER BY place LIMIT $1) AS first) AS forks
       FROM (SELECT) AS always LEFT JOIN log_tree AS tree ON tree.single`,
      values: [FORKS_MAX + 1],
    });
    const row = rows[0] as HeadRow;
    const leaves = Number(row.leaves);
    const { size, edge, digest, mac } = row;
    const stray = [row.first, row.last].map(Number).find((place) => place < 0 || place >= PLACES_END);
    const stored = { leaves, stray, forks: row.forks ?? [] };
    if (size === null || edge === null || digest === null || mac === null)
      return { ...stored, sealed: undefined, mac: undefined };
    const found = { size: Number(size), edge, forks: digest };
    const isOurs = this.keys.hasSealed(mac, 'tree', textOf(found));
    return { ...stored, sealed: isOurs ? headOf(found) : undefined, mac };
  }

  /** Writes the head. Call it in the transaction that changes the leaves. */
  async write(client: PoolClient, head: TreeHead): Promise<void> {
    const { size, edge, forks, mac } = this.rowOf(head);
    await client.query(
      `INSERT INTO log_tree (single, size, edge, forks, mac) VALUES (true, $1, $2, $3, $4)
       ON CONFLICT (single) DO UPDATE
       SET size = excluded.size, edge = excluded.edge, forks = excluded.forks, mac = excluded.mac`,
      [size, edge, forks, mac],
    );
  }

  /**
   * Returns the head of the stored tree. Returns undefined if the head has no MAC of ours, or if the rows of
   * leaves, nodes and forks do not fit it. A tree without leaves and without a head is a new one.
   */
  async fitting(db: Pool | PoolClient): Promise<{ head: TreeHead; mac: string | undefined } | undefined> {
    for (let mismatched: string | undefined; ; ) {
      const stored = await this.read(db);
      const { leaves, stray, sealed, mac, forks } = stored;
      if (stray !== undefined) return undefined;
      if (leaves === 0 && mac === undefined && forks.length === 0) return { head: EMPTY_TREE, mac };
      if (sealed === undefined || sealed.edge.size !== leaves || !areForksSealed(stored)) return undefined;
      if (isSame(await storedEdge(db, leaves), sealed.edge)) return { head: sealed, mac };
      // The tree may have been truncated between the two reads. In that case it has another head now.
      if (mismatched === mac) return undefined;
      mismatched = mac;
    }
  }
}

const headOf = ({ size, edge, forks }: Omit<SealRow, 'mac'>): TreeHead => {
  const roots: Buffer[] = [];
  for (let at = 0; at < edge.length; at += HASH_BYTES) roots.push(edge.subarray(at, at + HASH_BYTES));
  return { edge: TreeEdge.of(size, roots), forks };
};

/** True if both trees have the same size and the same root. */
export const isSame = (one: TreeEdge | undefined, other: TreeEdge | undefined): boolean =>
  one !== undefined && one.size === other?.size && one.root().equals(other.root());

/** Returns the edge that leaves and nodes give; undefined if some of them are missing. */
export async function storedEdge(db: Pool | PoolClient, size: number): Promise<TreeEdge | undefined> {
  try {
    return await readEdge(db, size);
  } catch (error) {
    if (error instanceof TreeIncomplete) return undefined;
    throw error;
  }
}

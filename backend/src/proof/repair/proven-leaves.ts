import type { AdoptedEvents } from '../../eventsourcing/trust/authenticate.js';
import { coveringCheckpoint, type ProvingParts } from '../covering-checkpoint.js';
import { fitsTree } from '../fits-tree.js';
import { IS_HASH, type Leaf, leavesFrom, leavesOfStream, leavesWith } from '../leaves.js';
import { provesInclusion, TreeEdge } from '../merkle-tree.js';
import {
  isSignedByUs,
  newestCheckpoint,
  newestOwnCheckpoint,
  type SignedCheckpoint,
} from '../signed-checkpoints.js';
import { inclusionProofsThere } from '../stored-tree.js';
import type { TreeSeals } from '../tree-seals.js';
import type { KnownLeaf, StreamPlace } from './stream-facts.js';

/** Maximum number of leaves of a stream. It is far above the number of events of any agreement. */
const LEAVES_MAX = 100_000;
/** Number of leaves that are read at once while the whole tree is compared. */
const PAGE = 1000;

type Tree = Pick<SignedCheckpoint, 'size' | 'root'>;

export interface ProvenLeavesParts extends Pick<ProvingParts, 'pool' | 'receipts'> {
  readonly adopted: AdoptedEvents;
  /** The statement in LOG_ADOPTED. */
  readonly adoption?: Tree | undefined;
  /** The newest checkpoint in DATA_DIR. Somebody may have deleted the rows of checkpoints. */
  readonly kept?: SignedCheckpoint | undefined;
  readonly seals: Pick<TreeSeals, 'read' | 'leaves'>;
}

/**
 * The leaves of the tree over the log, each with the answer whether this service vouches for it: the tree of
 * which it is a leaf carries our MAC, a checkpoint that one of our keys signed covers it, or the operator
 * adopted it. The MAC of the leaf itself must show that it was made for this stream and revision. A leaf is a
 * row, and anyone who writes rows can write one, or rename one.
 */
export class ProvenLeaves {
  /** The largest tree that this service vouches for. It is looked up again once a leaf is behind it. */
  private largest: Tree | undefined;
  /** The leaves that were read and found whole, so that none is read twice. */
  private whole = TreeEdge.empty();

  constructor(private readonly parts: ProvenLeavesParts) {}

  async of(stream: string): Promise<readonly KnownLeaf[]> {
    const { pool, seals } = this.parts;
    const leaves = await leavesOfStream(pool, stream, 0, LEAVES_MAX);
    const adopted = await this.parts.adopted.hashesOf(stream);
    const proven = await this.provenIn(leaves.filter((leaf) => !isAdopted(leaf, adopted)));
    return leaves.map((leaf) => {
      const isNamed = seals.leaves.isNamed(leaf);
      const isProven = isNamed && (isAdopted(leaf, adopted) || proven.has(leaf.place));
      return { revision: leaf.revision, hash: leaf.eventHash, place: leaf.place, isProven, isNamed };
    });
  }

  /**
   * True if the tree has every leaf that the service vouches for, and none with one of these hashes. If not,
   * nobody knows whether the events are genuine: their leaves are missing, or somebody renamed them. Reads all
   * leaves, and later only those that came since.
   * @param hashes of events whose stream has no leaf of them
   */
  async isTreeWhole(hashes: readonly string[]): Promise<boolean> {
    const size = await this.wholeSize();
    if (size === undefined) return false;
    const renamed = await leavesWith(this.parts.pool, hashes);
    return !renamed.some(({ place }) => place < size);
  }

  /** Returns the places of the events with these hashes, if they are in other streams. */
  async elsewhere(stream: string, hashes: readonly string[]): Promise<ReadonlyMap<string, StreamPlace>> {
    const asked = hashes.filter((hash) => IS_HASH.test(hash));
    if (asked.length === 0) return new Map();
    const { pool, seals } = this.parts;
    const found = (await leavesWith(pool, asked)).filter(
      (leaf) => leaf.stream !== stream && seals.leaves.isNamed(leaf),
    );
    return new Map(found.map((leaf) => [leaf.eventHash, { stream: leaf.stream, revision: leaf.revision }]));
  }

  private async provenIn(leaves: readonly Leaf[]): Promise<ReadonlySet<number>> {
    const proven = new Set<number>();
    const end = leaves.reduce((most, { place }) => Math.max(most, place + 1), 0);
    if (end > (this.largest?.size ?? 0)) this.largest = await this.largestTree();
    if (this.largest !== undefined) await this.prove(leaves, this.largest, proven);
    // Rows of the tree may be missing that only the largest tree needs.
    const left = leaves.filter(({ place }) => !proven.has(place));
    let tried = 0;
    for (const { place } of left.toSorted((one, other) => one.place - other.place)) {
      if (place < tried) continue;
      const tree = await coveringCheckpoint(this.parts, place);
      if (tree === undefined) break;
      await this.prove(
        left.filter((leaf) => leaf.place >= place),
        tree,
        proven,
      );
      tried = tree.size;
    }
    return proven;
  }

  /** A checkpoint comes some minutes after its leaves. The MAC is written with them. */
  private async largestTree(): Promise<Tree | undefined> {
    const { pool, receipts, seals } = this.parts;
    // A proof needs the root alone, so rows that do not fit the MAC spoil no other leaf.
    const sealed = (await seals.read(pool)).sealed?.edge;
    if (sealed !== undefined && sealed.size > 0) return treeOf(sealed);
    const newest = await newestCheckpoint(pool);
    const isOurs = newest !== undefined && (await isSignedByUs(newest, receipts));
    return isOurs && (await fitsTree(pool, newest)) ? newest : undefined;
  }

  /**
   * Returns the size of the largest tree that the service vouches for; undefined if rows are missing or changed.
   * The MAC alone does not show it: somebody may have put the row of an earlier tree back.
   */
  private async wholeSize(): Promise<number | undefined> {
    const { pool, receipts, seals, adoption, kept } = this.parts;
    const sealed = (await seals.read(pool)).sealed?.edge;
    const trees: (Tree | undefined)[] = [adoption, await newestOwnCheckpoint(pool, receipts)];
    if (sealed !== undefined) trees.push(treeOf(sealed));
    if (kept !== undefined && (await isSignedByUs(kept, receipts))) trees.push(kept);
    const tree = trees.reduce((most, one) => ((one?.size ?? 0) > (most?.size ?? 0) ? one : most), undefined);
    if (tree === undefined) return undefined;
    const edge = this.whole.size > tree.size ? TreeEdge.empty() : this.whole.copy();
    this.whole = TreeEdge.empty();
    while (edge.size < tree.size) {
      const page = await leavesFrom(pool, edge.size, Math.min(PAGE, tree.size - edge.size));
      for (const { place, eventHash } of page) {
        if (place !== edge.size) return undefined;
        edge.append(Buffer.from(eventHash, 'hex'));
      }
      if (page.length === 0) return undefined;
    }
    if (treeOf(edge).root !== tree.root) return undefined;
    this.whole = edge;
    return tree.size;
  }

  private async prove(leaves: readonly Leaf[], { size, root }: Tree, proven: Set<number>): Promise<void> {
    const covered = leaves.filter(({ place }) => place < size);
    const places = covered.map(({ place }) => place);
    const proofs = await inclusionProofsThere(this.parts.pool, places, size);
    for (const [n, { place, eventHash }] of covered.entries()) {
      const proof = proofs[n];
      const claim = { entry: Buffer.from(eventHash, 'hex'), place, size, root: Buffer.from(root, 'hex') };
      if (proof !== undefined && provesInclusion({ ...claim, proof })) proven.add(place);
    }
  }
}

const treeOf = (edge: TreeEdge): Tree => ({ size: edge.size, root: edge.root().toString('hex') });

const isAdopted = ({ revision, eventHash }: Leaf, adopted: readonly string[]): boolean =>
  adopted[revision] === eventHash;

import type { AdoptedEvents } from '../../eventsourcing/trust/authenticate.js';
import { coveringCheckpoint, type ProvingParts } from '../covering-checkpoint.js';
import { fitsTree } from '../fits-tree.js';
import { IS_HASH, type Leaf, type LeafNames, leavesOfStream, leavesWith } from '../leaves.js';
import { provesInclusion } from '../merkle-tree.js';
import { isSignedByUs, newestCheckpoint, type SignedCheckpoint } from '../signed-checkpoints.js';
import { inclusionProofs, TreeIncomplete } from '../stored-tree.js';
import type { KnownLeaf, StreamPlace } from './stream-facts.js';

/** Maximum number of leaves of a stream. It is far above the number of events of any agreement. */
const LEAVES_MAX = 100_000;

type Tree = Pick<SignedCheckpoint, 'size' | 'root'>;

export interface ProvenLeavesParts extends Pick<ProvingParts, 'pool' | 'receipts'> {
  readonly adopted: AdoptedEvents;
  /** Says whether the stream and the revision in the row of a leaf are those that the service wrote. */
  readonly names: LeafNames;
}

/**
 * The leaves of the tree over the log, each with the answer whether this service vouches for it: a checkpoint
 * that one of our keys signed covers the leaf, or the operator adopted it, and the MAC of the leaf shows that
 * it was made for this stream and revision. A leaf is a row, and anyone who writes rows can write one, or
 * rename one.
 */
export class ProvenLeaves {
  /** The newest checkpoint that covers the stored tree. It is looked up once for a whole run. */
  private newest: Promise<Tree | undefined> | undefined;

  constructor(private readonly parts: ProvenLeavesParts) {}

  async of(stream: string): Promise<readonly KnownLeaf[]> {
    const { pool, names } = this.parts;
    const leaves = await leavesOfStream(pool, stream, 0, LEAVES_MAX);
    const adopted = await this.parts.adopted.hashesOf(stream);
    const proven = await this.provenIn(leaves.filter((leaf) => !isAdopted(leaf, adopted)));
    return leaves.map((leaf) => ({
      revision: leaf.revision,
      hash: leaf.eventHash,
      place: leaf.place,
      isProven: (isAdopted(leaf, adopted) || proven.has(leaf.place)) && names.isNamed(leaf),
    }));
  }

  /** Returns the places of the events with these hashes, if they are in other streams. */
  async elsewhere(stream: string, hashes: readonly string[]): Promise<ReadonlyMap<string, StreamPlace>> {
    const asked = hashes.filter((hash) => IS_HASH.test(hash));
    if (asked.length === 0) return new Map();
    const { pool, names } = this.parts;
    const found = (await leavesWith(pool, asked)).filter(
      (leaf) => leaf.stream !== stream && names.isNamed(leaf),
    );
    return new Map(found.map((leaf) => [leaf.eventHash, { stream: leaf.stream, revision: leaf.revision }]));
  }

  private async provenIn(leaves: readonly Leaf[]): Promise<ReadonlySet<number>> {
    const newest = await this.newestTree();
    const proven = new Set<number>();
    if (newest !== undefined) await this.prove(leaves, newest, proven);
    for (const leaf of leaves) {
      if (proven.has(leaf.place)) continue;
      const tree = await coveringCheckpoint(this.parts, leaf.place);
      if (tree === undefined) continue;
      await this.prove(
        leaves.filter(({ place }) => place >= leaf.place && !proven.has(place)),
        tree,
        proven,
      );
    }
    return proven;
  }

  private newestTree(): Promise<Tree | undefined> {
    this.newest ??= this.findNewest();
    return this.newest;
  }

  private async findNewest(): Promise<Tree | undefined> {
    const { pool, receipts } = this.parts;
    const newest = await newestCheckpoint(pool);
    const isOurs = newest !== undefined && (await isSignedByUs(newest, receipts));
    return isOurs && (await fitsTree(pool, newest)) ? newest : undefined;
  }

  private async prove(leaves: readonly Leaf[], { size, root }: Tree, proven: Set<number>): Promise<void> {
    const covered = leaves.filter(({ place }) => place < size);
    const places = covered.map(({ place }) => place);
    const proofs = await inclusionProofs(this.parts.pool, places, size).catch((error: unknown) => {
      if (error instanceof TreeIncomplete) return [];
      throw error;
    });
    for (const [n, { place, eventHash }] of covered.entries()) {
      const proof = proofs[n];
      const claim = { entry: Buffer.from(eventHash, 'hex'), place, size, root: Buffer.from(root, 'hex') };
      if (proof !== undefined && provesInclusion({ ...claim, proof })) proven.add(place);
    }
  }
}

const isAdopted = ({ revision, eventHash }: Leaf, adopted: readonly string[]): boolean =>
  adopted[revision] === eventHash;

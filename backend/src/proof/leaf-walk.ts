import type { Pool } from 'pg';
import type { BrokenPlaces } from './broken-places.js';
import type { CheckpointComparison } from './checkpoint-comparison.js';
import { type LeafPlace, LeafQueue } from './leaf-queue.js';
import type { Leaf, LeafNames } from './leaves.js';
import { TreeEdge } from './merkle-tree.js';
import type { PassState } from './pass-state.js';
import { TreeComparison } from './tree-comparison.js';

export interface LeafWalkParts {
  readonly pool: Pool;
  readonly names: LeafNames;
  readonly checkpoints: CheckpointComparison;
  readonly places: BrokenPlaces;
}

/** Goes through the leaves in their order, and adds each of them to the tree that is compared. */
export class LeafWalk {
  readonly queue: LeafQueue;
  readonly tree: TreeComparison;
  /** Place of the last missing row of the tree. Missing rows in succession are one place. */
  private lastGap: number | undefined;

  constructor(
    private readonly parts: LeafWalkParts,
    { leaves, edge, isLost, size }: Pick<PassState, 'leaves' | 'edge' | 'isLost' | 'size'>,
  ) {
    this.queue = new LeafQueue(parts.pool, parts.names, { from: leaves, to: size });
    const { roots } = this.queue;
    this.tree = new TreeComparison({ ...parts, roots }, { edge: TreeEdge.of(leaves, edge), isLost });
  }

  /** Adds the next leaf to the tree. The caller calls `check` afterwards. */
  take({ eventHash }: Leaf): void {
    this.queue.shift();
    this.tree.append(Buffer.from(eventHash, 'hex'));
  }

  /** Compares the checkpoints over the leaves so far, if there are any. */
  check(): Promise<void> | undefined {
    return this.tree.isDue ? this.tree.check() : undefined;
  }

  /** Adds the next leaf to the tree, and compares the checkpoints that end there. Reports a renamed leaf. */
  async pass(place: LeafPlace): Promise<void> {
    const { leaf, isNamed } = place;
    if (leaf === undefined) return this.passGap(place, undefined);
    if (!isNamed) await this.parts.places.reportRenamed(leaf);
    this.take(leaf);
    await this.check();
  }

  /**
   * Reports a leaf whose row is missing or was changed.
   * @param eventHash hash of the event that has no leaf and is next in the log, if there is one. It must be that
   * leaf, so the comparison goes on with it
   */
  async passGap({ place, leaf }: LeafPlace, eventHash: string | undefined): Promise<void> {
    this.queue.shift();
    if (leaf !== undefined) await this.parts.places.reportRenamed(leaf);
    else await this.reportMissing(place);
    if (eventHash === undefined) this.tree.appendUnknown();
    else this.tree.append(Buffer.from(eventHash, 'hex'));
    await this.check();
  }

  private async reportMissing(place: number): Promise<void> {
    const detail = `leaf ${place} of the tree is missing`;
    if (this.lastGap !== place - 1)
      await this.parts.places.report({ stream: null, revision: null, kind: 'checkpoint_mismatch', detail });
    this.lastGap = place;
  }
}

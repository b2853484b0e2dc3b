import type { Pool } from 'pg';
import type { BrokenPlaces } from './broken-places.js';
import type { CheckpointComparison } from './checkpoint-comparison.js';
import { type SubtreeRoot, TreeEdge } from './merkle-tree.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import { mismatchedNodes, readEdge, TreeIncomplete } from './stored-tree.js';
import type { BrokenPlace } from './verify-stream.js';

export interface TreeComparisonParts {
  readonly pool: Pool;
  readonly checkpoints: CheckpointComparison;
  readonly places: BrokenPlaces;
  /** Stored roots of the subtrees that the next leaves complete. Those that were compared are removed. */
  readonly roots: Map<string, Buffer>;
}

/** State of the comparison between two leaves. */
export interface ComparedTree {
  readonly edge: TreeEdge;
  /**
   * True if the leaves so far do not give the root that was signed. Until a signed root fits again, nothing
   * above the leaves is compared.
   */
  readonly isLost: boolean;
}

/**
 * Computes the tree above the leaves, one leaf after the other, and compares it with the stored nodes and with
 * the checkpoints. After a mismatch the comparison goes on: if the stored nodes give the signed root, they are
 * the edge to continue from.
 */
export class TreeComparison {
  private edge: TreeEdge;
  private isLost: boolean;
  /** Subtrees that were completed since the last comparison. */
  private nodes: SubtreeRoot[] = [];

  constructor(
    private readonly parts: TreeComparisonParts,
    from: ComparedTree,
  ) {
    this.edge = from.edge;
    this.isLost = from.isLost;
  }

  get state(): ComparedTree {
    return { edge: this.edge, isLost: this.isLost };
  }

  get size(): number {
    return this.edge.size;
  }

  /** Adds a leaf. The caller awaits `check` if `isDue` is true afterwards. */
  append(eventHash: Buffer): void {
    this.edge.append(eventHash, this.nodes);
  }

  /** Adds a leaf whose row is missing. Nothing can be computed above it. */
  appendUnknown(): void {
    this.append(Buffer.alloc(32));
    this.isLost = true;
  }

  /** True if checkpoints over the leaves so far were not compared yet. */
  get isDue(): boolean {
    return this.parts.checkpoints.isDue(this.edge);
  }

  /** Compares the checkpoints over the leaves so far. */
  async check(): Promise<void> {
    const { checkpoints, places } = this.parts;
    const { found, unlike } = await checkpoints.check(this.edge, this.isLost);
    // While the tree is lost, each checkpoint differs from it. That is one fault, which was reported.
    for (const place of found)
      if (!this.isLost || place.kind !== 'checkpoint_mismatch') await places.report(place);
    if (unlike !== undefined) await this.continueFrom(unlike);
  }

  /** Compares the nodes above the leaves that were added since the last call. */
  async compareNodes(): Promise<void> {
    const { nodes } = this;
    this.nodes = [];
    const wrong = mismatchedNodes(nodes, this.parts.roots);
    for (const { level, index } of nodes) this.parts.roots.delete(`${level}/${index}`);
    if (this.isLost) return;
    for (const node of wrong) await this.parts.places.report(mismatchedNode(node));
  }

  private async continueFrom({ size, root }: Pick<SignedCheckpoint, 'size' | 'root'>): Promise<void> {
    const stored = await readEdge(this.parts.pool, size).catch((error: unknown) => {
      if (error instanceof TreeIncomplete) return undefined;
      throw error;
    });
    this.isLost = stored?.root().toString('hex') !== root;
    if (stored !== undefined && !this.isLost) this.edge = stored;
    // The nodes were computed from leaves that do not fit. Their fault is the checkpoint's, which was reported.
    for (const { level, index } of this.nodes) this.parts.roots.delete(`${level}/${index}`);
    this.nodes = [];
  }
}

function mismatchedNode({ level, index }: SubtreeRoot): BrokenPlace {
  const width = 2 ** level;
  const detail = `node ${level}/${index} of the tree does not match the leaves ${index * width} to ${(index + 1) * width - 1}`;
  return { stream: null, revision: null, kind: 'checkpoint_mismatch', detail };
}

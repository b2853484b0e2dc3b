import type { Pool } from 'pg';
import { type Leaf, type LeafNames, leavesFrom } from './leaves.js';
import type { LeafRange } from './merkle-tree.js';
import { rootsCompleted } from './stored-tree.js';

/** A place of the tree. `leaf` is undefined if the table lacks the row of this place. */
export interface LeafPlace {
  readonly place: number;
  readonly leaf: Leaf | undefined;
  /** True if the service wrote the stream and the revision of the leaf. */
  readonly isNamed: boolean;
}

/** The leaves of a tree in their order, read page by page, and the stored roots of the subtrees above them. */
export class LeafQueue {
  /** Stored roots of subtrees that the leaves read so far complete. The reader removes what it compared. */
  readonly roots = new Map<string, Buffer>();
  private places: LeafPlace[] = [];
  private at = 0;
  private reading: Promise<void> = Promise.resolve();

  private next: number;
  private readonly size: number;

  /**
   * @param range `from`: the first place to return. `to`: the queue ends before this place
   */
  constructor(
    private readonly pool: Pool,
    private readonly names: LeafNames,
    { from, to }: LeafRange,
  ) {
    this.next = from;
    this.size = to;
  }

  /** Makes sure that at least `count` places can be returned without a read, or all that are left. */
  fill(count: number): Promise<void> {
    this.reading = this.reading.then(() => this.read(count - (this.places.length - this.at)));
    return this.reading;
  }

  /** Returns the next place if it was read already. */
  get head(): LeafPlace | undefined {
    return this.places[this.at];
  }

  /** True if no place is left, read or not. */
  get isOver(): boolean {
    return this.head === undefined && this.next >= this.size;
  }

  shift(): void {
    this.at += 1;
    if (this.at < this.places.length) return;
    this.places = [];
    this.at = 0;
  }

  private async read(count: number): Promise<void> {
    const [from, to] = [this.next, Math.min(this.next + count, this.size)];
    if (to <= from) return;
    const [found, roots] = await Promise.all([
      leavesFrom(this.pool, from, to - from),
      rootsCompleted(this.pool, { from, to }),
    ]);
    for (const [name, root] of roots) this.roots.set(name, root);
    const byPlace = new Map(found.map((leaf) => [leaf.place, leaf]));
    for (let place = from; place < to; place += 1) {
      const leaf = byPlace.get(place);
      this.places.push({ place, leaf, isNamed: leaf !== undefined && this.names.isNamed(leaf) });
    }
    this.next = to;
  }
}

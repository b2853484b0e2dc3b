import { type Adoption, AdoptionInvalid } from '../../eventsourcing/trust/adoption.js';
import { checkpointPlace } from '../../eventsourcing/trust/place-names.js';
import { EMPTY_ROOT, type TreeEdge } from '../merkle-tree.js';
import type { SignedCheckpoint } from '../signed-checkpoints.js';
import type { BrokenPlaces } from './broken-places.js';

/** Thrown if the tree does not begin with the tree of the adoption before this one. */
export class FormerAdoptionUnfit extends AdoptionInvalid {
  constructor({ size }: Pick<Adoption, 'size'>) {
    super(
      `names a tree of ${size} leaves, with which the tree of this log does not begin. If you restored a backup from before that adoption, use the LOG_ADOPTED of that time, or none if there was none. Then run the command again.`,
    );
  }
}

/** Size and root of a tree with which the log's tree has to begin. */
interface Claim {
  readonly size: number;
  readonly root: string;
  readonly refuted: () => void;
}

export const rootOf = (edge: TreeEdge): string =>
  (edge.size === 0 ? EMPTY_ROOT : edge.root()).toString('hex');

/**
 * The trees that are known outside of the database: that of the former adoption, and those of kept checkpoints.
 * The tree of the log is compared with them while it grows, because a restored database may have fewer leaves
 * than the log has events.
 */
export class OutsideClaims {
  private readonly left: Claim[];

  constructor(
    former: Adoption | undefined,
    checkpoints: readonly SignedCheckpoint[],
    private readonly places: BrokenPlaces,
  ) {
    const claims = checkpoints.map((one) => ({
      size: one.size,
      root: one.root,
      refuted: () => this.refute(one),
    }));
    const refuted = (): never => {
      throw new FormerAdoptionUnfit(former ?? { size: 0 });
    };
    this.left = [...(former === undefined ? [] : [{ ...former, refuted }]), ...claims].sort(
      (one, other) => one.size - other.size,
    );
    for (const one of checkpoints) places.pass(checkpointPlace(one));
  }

  isDue(size: number): boolean {
    const [next] = this.left;
    return next !== undefined && next.size <= size;
  }

  /** Call this for the empty tree, and again whenever `isDue`. @throws FormerAdoptionUnfit */
  compare(edge: TreeEdge): void {
    while (this.isDue(edge.size)) {
      const claim = this.left.shift();
      if (claim !== undefined && claim.root !== rootOf(edge)) claim.refuted();
    }
  }

  /** Refutes the trees that are larger than the whole tree. @throws FormerAdoptionUnfit */
  end(): void {
    for (const claim of this.left.splice(0)) claim.refuted();
  }

  /**
   * Returns the number of leaves that a checkpoint covers. Undefined if the operator accepts that the tree does
   * not continue it. If the tree does not continue it and nobody accepted that, nothing is adopted.
   */
  covered(checkpoint: SignedCheckpoint | undefined): number | undefined {
    if (checkpoint === undefined) return undefined;
    return this.places.accepts(checkpointPlace(checkpoint)) ? undefined : checkpoint.size;
  }

  private refute(checkpoint: SignedCheckpoint): void {
    const detail = `the log does not continue this checkpoint over ${checkpoint.size} leaves of ${checkpoint.at}, which was kept outside of the database`;
    this.places.report({ ...checkpointPlace(checkpoint), detail, effect: 'tolerated' });
  }
}

import type { Pool } from 'pg';
import { verifyStatement } from '../vault/receipts.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import type { TreeEdge } from './merkle-tree.js';
import { checkpointsAfter, type SignedCheckpoint } from './signed-checkpoints.js';
import { rangeRoots, TreeIncomplete } from './stored-tree.js';
import type { BrokenPlace } from './verify-stream.js';

const PAGE = 1000;

/**
 * The number of checkpoints that were compared so far, and the last of them. A later comparison continues
 * after this checkpoint.
 */
export interface SeenCheckpoints {
  readonly count: number;
  readonly last: Pick<SignedCheckpoint, 'size' | 'at'> | null;
}

export const NONE_SEEN: SeenCheckpoints = { count: 0, last: null };

/** Checkpoints that were kept outside the service. */
export interface OutsideCheckpoints {
  /**
   * Sorted by size, smallest first. The service handed out these checkpoints, so the log must be an extension
   * of each of them.
   */
  readonly checkpoints: readonly SignedCheckpoint[];
  /** Keys that the keeper of these checkpoints trusts. By default, the keys in the database are trusted. */
  readonly keys?: readonly PublicKeyRecord[];
}

/**
 * Result for the outside checkpoints. Each outside checkpoint is either compared or unsigned, unless the
 * comparison ends early because of a fault.
 */
export interface OutsideResult {
  readonly given: number;
  /** Number of outside checkpoints that were compared with the log. */
  readonly compared: number;
  /** Outside checkpoints without the signature of a known key. They prove nothing about the log. */
  readonly unsigned: readonly Pick<SignedCheckpoint, 'size' | 'keyId'>[];
}

/** Result of comparing checkpoints with a tree. */
export interface ComparedCheckpoints {
  readonly found: readonly BrokenPlace[];
  /**
   * A signed checkpoint over all leaves of the tree, whose root is not that of the tree. Undefined if there is
   * none.
   */
  readonly unlike: SignedCheckpoint | undefined;
}

/** Compares stored and outside checkpoints with a growing tree. Reads the stored checkpoints page by page. */
export class CheckpointComparison {
  private page: SignedCheckpoint[] = [];
  private done = false;
  /** The signed checkpoints from outside, smallest first. */
  private readonly outside: readonly SignedCheckpoint[];
  private readonly unsigned: readonly SignedCheckpoint[];
  /** Number of outside checkpoints that were compared with the log. */
  private compared = 0;

  constructor(
    private readonly parts: {
      readonly pool: Pool;
      readonly keys: readonly PublicKeyRecord[];
      readonly outside?: OutsideCheckpoints | undefined;
    },
    public seen: SeenCheckpoints = NONE_SEEN,
  ) {
    const { checkpoints = [], keys = parts.keys } = parts.outside ?? {};
    this.outside = checkpoints.filter((kept) => isSigned(kept, keys));
    this.unsigned = checkpoints.filter((kept) => !isSigned(kept, keys));
  }

  /** Null if no checkpoints from outside were given. */
  get outsideFound(): OutsideResult | null {
    if (this.parts.outside === undefined) return null;
    const { compared, unsigned } = this;
    return {
      given: this.parts.outside.checkpoints.length,
      compared,
      unsigned: unsigned.map(({ size, keyId }) => ({ size, keyId })),
    };
  }

  /** True if `check` has anything to compare. Before the first call of `check` it is always true. */
  isDue({ size }: TreeEdge): boolean {
    const [next] = this.page;
    const kept = this.outside[this.compared];
    return (next === undefined ? !this.done : next.size <= size) || (kept !== undefined && kept.size <= size);
  }

  /**
   * Compares all checkpoints that were not compared yet and that cover at most as many leaves as the tree
   * has. Call this before the first leaf is added, and again after each leaf.
   * @param isLost true if the edge is known not to be that of the stored leaves
   */
  async check(edge: TreeEdge, isLost: boolean): Promise<ComparedCheckpoints> {
    const found = await this.outsideMismatches(edge.size, isLost ? undefined : edge);
    let unlike: SignedCheckpoint | undefined;
    for (;;) {
      const next = await this.next();
      if (next === undefined || next.size > edge.size) return { found, unlike };
      const fault = await this.take(next, edge);
      if (fault === undefined) continue;
      found.push(fault);
      if (fault.kind === 'checkpoint_mismatch' && next.size === edge.size) unlike = next;
    }
  }

  /**
   * Returns a fault for checkpoints that cover more leaves than exist. Also compares the remaining outside
   * checkpoints of at most `size` leaves.
   * @param size current number of leaves, including leaves that were added during the pass. Checkpoints over
   * these new leaves are no fault
   */
  async beyond(size: number): Promise<readonly BrokenPlace[]> {
    const found: BrokenPlace[] = [];
    const next = await this.next();
    if (next !== undefined && next.size > size)
      found.push(
        broken('truncated', `a checkpoint over ${next.size} leaves was signed, but the tree has ${size}`),
      );
    found.push(...(await this.outsideMismatches(size)));
    const kept = this.outside[this.compared];
    if (kept !== undefined)
      found.push(
        broken(
          'consistency_broken',
          `the kept checkpoint over ${kept.size} leaves does not belong to this log`,
        ),
      );
    return found;
  }

  /**
   * Compares all outside checkpoints that were not compared yet and that cover at most `size` leaves.
   * @param edge edge of the tree so far
   */
  private async outsideMismatches(size: number, edge?: TreeEdge): Promise<BrokenPlace[]> {
    const { outside } = this;
    const found: BrokenPlace[] = [];
    for (let kept = outside[this.compared]; kept !== undefined; kept = outside[this.compared]) {
      if (kept.size > size) return found;
      const root = kept.size === edge?.size ? edge.root() : await this.storedRoot(kept.size);
      this.compared += 1;
      if (kept.root !== root?.toString('hex'))
        found.push(
          broken(
            'consistency_broken',
            `the log does not continue the kept checkpoint over ${kept.size} leaves`,
          ),
        );
    }
    return found;
  }

  private async take(next: SignedCheckpoint, edge: TreeEdge): Promise<BrokenPlace | undefined> {
    this.page.shift();
    // `next` may cover fewer leaves than `edge`. This happens if the checkpoint was still being signed when
    // its leaves were compared.
    const root = next.size === edge.size ? edge.root() : await this.storedRoot(next.size);
    const found = this.faultOf(next, root);
    // A forged time would make each later checkpoint look older, so only a signed time is remembered.
    const at = found?.kind === 'bad_signature' ? (this.seen.last?.at ?? '') : next.at;
    this.seen = { count: this.seen.count + 1, last: { size: next.size, at } };
    return found;
  }

  private async storedRoot(size: number): Promise<Buffer | undefined> {
    try {
      return (await rangeRoots(this.parts.pool, [{ from: 0, to: size }]))[0];
    } catch (error) {
      if (error instanceof TreeIncomplete) return undefined;
      throw error;
    }
  }

  private faultOf(checkpoint: SignedCheckpoint, given: Buffer | undefined): BrokenPlace | undefined {
    const { size, root, at } = checkpoint;
    if (!isSigned(checkpoint, this.parts.keys))
      return broken('bad_signature', `no known key signed the checkpoint over ${size} leaves`);
    if (root !== given?.toString('hex'))
      return broken('checkpoint_mismatch', `the first ${size} leaves do not give the signed root`);
    const { last } = this.seen;
    return last !== null && at < last.at
      ? broken(
          'consistency_broken',
          `the checkpoint over ${size} leaves is older than the one over ${last.size}`,
        )
      : undefined;
  }

  private async next(): Promise<SignedCheckpoint | undefined> {
    if (this.page.length === 0 && !this.done) {
      this.page = await checkpointsAfter(this.parts.pool, this.seen.last?.size ?? -1, PAGE);
      this.done = this.page.length < PAGE;
    }
    return this.page[0];
  }
}

function isSigned({ signature, ...statement }: SignedCheckpoint, keys: readonly PublicKeyRecord[]): boolean {
  const key = keys.find(({ keyId }) => keyId === statement.keyId);
  return verifyStatement(statement, signature, key);
}

const broken = (kind: BrokenPlace['kind'], detail: string): BrokenPlace => ({
  stream: null,
  revision: null,
  kind,
  detail,
});

import type { Pool } from 'pg';
import { type PublicKeyRecord, verifyStatement } from '../vault/receipts.js';
import type { TreeEdge } from './merkle-tree.js';
import { checkpointsAfter, type SignedCheckpoint } from './signed-checkpoints.js';
import type { BrokenPlace } from './verify-stream.js';

const PAGE = 1000;

/** Holds checkpoints against a tree that grows; those that are stored are read a page at a time. */
export class KeptCheckpoints {
  private page: SignedCheckpoint[] = [];
  private last: SignedCheckpoint | undefined;
  private done = false;
  /** Looked at. */
  count = 0;

  /**
   * @param outside kept by somebody else, smallest first: they were given out, so the log must continue them
   */
  constructor(
    private readonly parts: {
      readonly pool: Pool;
      readonly keys: readonly PublicKeyRecord[];
      readonly outside: readonly SignedCheckpoint[];
    },
  ) {}

  /** Those of exactly as many leaves as the tree has; to be asked after each leaf, and before the first. */
  async check(edge: TreeEdge): Promise<BrokenPlace | undefined> {
    for (const kept of this.parts.outside)
      if (kept.size === edge.size && this.isSigned(kept) && kept.root !== edge.root().toString('hex'))
        return broken(
          'consistency_broken',
          `the log does not continue the checkpoint of ${kept.size} kept outside`,
        );
    const next = await this.next();
    if (next === undefined || next.size !== edge.size) return undefined;
    this.page.shift();
    this.count += 1;
    const found = this.faultOf(next, edge);
    this.last = next;
    return found;
  }

  /** What was signed of more leaves than there are. */
  async beyond(size: number): Promise<BrokenPlace | undefined> {
    const next = await this.next();
    if (next !== undefined)
      return broken('truncated', `a checkpoint of ${next.size} was signed, and the tree has ${size} leaves`);
    const kept = this.parts.outside.find((one) => one.size > size && this.isSigned(one));
    return (
      kept && broken('consistency_broken', `the checkpoint of ${kept.size} kept outside is not of this log`)
    );
  }

  private faultOf(checkpoint: SignedCheckpoint, edge: TreeEdge): BrokenPlace | undefined {
    const { size, root, at } = checkpoint;
    if (!this.isSigned(checkpoint))
      return broken('bad_signature', `no known key signed the checkpoint of ${size}`);
    if (root !== edge.root().toString('hex'))
      return broken('checkpoint_mismatch', `the first ${size} leaves do not give the root that was signed`);
    return this.last !== undefined && at < this.last.at
      ? broken('consistency_broken', `the checkpoint of ${size} is older than that of ${this.last.size}`)
      : undefined;
  }

  private isSigned({ signature, ...statement }: SignedCheckpoint): boolean {
    const key = this.parts.keys.find(({ keyId }) => keyId === statement.keyId);
    return verifyStatement(statement, signature, key);
  }

  private async next(): Promise<SignedCheckpoint | undefined> {
    if (this.page.length === 0 && !this.done) {
      this.page = await checkpointsAfter(this.parts.pool, this.last?.size ?? -1, PAGE);
      this.done = this.page.length < PAGE;
    }
    return this.page[0];
  }
}

const broken = (kind: BrokenPlace['kind'], detail: string): BrokenPlace => ({
  stream: null,
  revision: null,
  kind,
  detail,
});

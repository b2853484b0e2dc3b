import type { Pool } from 'pg';
import { checkpointPlace } from '../../eventsourcing/trust/place-names.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { leavesFrom } from '../leaves.js';
import { type SubtreeRoot, TreeEdge } from '../merkle-tree.js';
import { checkpointsAfter, isSignedBy, type SignedCheckpoint } from '../signed-checkpoints.js';
import { mismatchedNodes, rootsCompleted } from '../stored-tree.js';
import { replaceNodes } from '../truncate-tree.js';
import type { BrokenPlaces } from './broken-places.js';
import { type OutsideClaims, rootOf } from './outside-claims.js';

const PAGE = 1000;

export interface TreeParts {
  readonly pool: Pool;
  /** The keys that this service vouches for. */
  readonly ownKeys: readonly PublicKeyRecord[];
  readonly claims: OutsideClaims;
  readonly places: BrokenPlaces;
  readonly onProgress: (leaves: number) => void;
}

export interface CheckedTree {
  readonly edge: TreeEdge;
  /** The newest checkpoint in the database that one of our keys signed. */
  readonly newest: SignedCheckpoint | undefined;
  /** The rows in the database that look like checkpoints, but were not signed by any of our keys. */
  readonly foreign: readonly SignedCheckpoint[];
  /** Number of stored nodes that did not match their leaves, and were computed again. */
  readonly nodes: number;
}

/** Thrown if the tree itself cannot be used, whatever the operator accepts. */
export class TreeUnusable extends OperatorError {
  constructor(what: string) {
    super(`${what} Restore the database from a backup. Nothing was adopted.`);
  }
}

/**
 * Computes the tree from its leaves alone, and compares it with the stored nodes, with the signed checkpoints,
 * and with the trees that are known outside. Wrong nodes are stored again, because they follow from the leaves.
 * @throws TreeUnusable, FormerAdoptionUnfit
 */
export async function checkTree(parts: TreeParts): Promise<CheckedTree> {
  const { pool, claims, onProgress } = parts;
  const stored = new StoredClaims(parts);
  const edge = TreeEdge.empty();
  let nodes = 0;
  claims.compare(edge);
  await stored.compare(edge);
  for (;;) {
    const begin = edge.size;
    const page = await leavesFrom(pool, begin, PAGE);
    const completed: SubtreeRoot[] = [];
    for (const { place, eventHash } of page) {
      if (place !== edge.size) throw new TreeUnusable(`The tree over the log lacks leaf ${edge.size}.`);
      edge.append(Buffer.from(eventHash, 'hex'), completed);
      claims.compare(edge);
      if (stored.isDue(edge.size)) await stored.compare(edge);
    }
    const wrong = mismatchedNodes(completed, await rootsCompleted(pool, { from: begin, to: edge.size }));
    if (wrong.length > 0) await replaceNodes(pool, wrong);
    nodes += wrong.length;
    onProgress(edge.size);
    if (page.length < PAGE) break;
  }
  stored.end(edge.size);
  return { edge, newest: stored.newest, foreign: stored.foreign, nodes };
}

/** Compares the checkpoints in the database with the growing tree, smallest first. */
class StoredClaims {
  newest: SignedCheckpoint | undefined;
  readonly foreign: SignedCheckpoint[] = [];
  private page: SignedCheckpoint[] | undefined;
  private after = -1;

  constructor(private readonly parts: TreeParts) {}

  isDue(size: number): boolean {
    const [next] = this.page ?? [];
    return next !== undefined && next.size <= size;
  }

  async compare(edge: TreeEdge): Promise<void> {
    for (;;) {
      const next = await this.next();
      if (next === undefined || next.size > edge.size) return;
      this.page?.shift();
      if (!this.isOwn(next)) continue;
      if (next.root !== rootOf(edge))
        throw new TreeUnusable(
          `The first ${next.size} leaves do not give the root of their signed checkpoint.`,
        );
      this.newest = next;
    }
  }

  /** Judges the checkpoints over more leaves than the tree has. */
  end(size: number): void {
    for (const next of this.page ?? [])
      if (this.isOwn(next))
        throw new TreeUnusable(`A checkpoint over ${next.size} leaves was signed, but the tree has ${size}.`);
  }

  private isOwn(checkpoint: SignedCheckpoint): boolean {
    const { ownKeys, places } = this.parts;
    const key = ownKeys.find(({ keyId }) => keyId === checkpoint.keyId);
    if (isSignedBy(checkpoint, key)) return true;
    this.foreign.push(checkpoint);
    const detail = `no key of CHECKPOINT_KEY signed the row of this checkpoint over ${checkpoint.size} leaves; the row is deleted`;
    places.report({ ...checkpointPlace(checkpoint), detail, effect: 'tolerated' });
    return false;
  }

  private async next(): Promise<SignedCheckpoint | undefined> {
    if (this.page === undefined || (this.page.length === 0 && this.after >= 0)) {
      const page = await checkpointsAfter(this.parts.pool, this.after, PAGE);
      this.page = page;
      this.after = page.length < PAGE ? -2 : (page.at(-1)?.size ?? -2);
    }
    return this.page[0];
  }
}

import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import type { Adoption } from '../eventsourcing/trust/adoption.js';
import type { AdoptedEvents } from '../eventsourcing/trust/authenticate.js';
import { type Leaf, leavesOfStream } from './leaves.js';
import { provesInclusion } from './merkle-tree.js';
import { inclusionProofsThere } from './stored-tree.js';

/**
 * Limits on the hashes that are kept in memory: number of streams, and number of hashes of all streams. They
 * are kept for some minutes, so that rows that an operator restored count soon.
 */
const KEPT = { max: 20_000, maxSize: 500_000, ttl: 5 * 60_000 };
/** Maximum number of leaves of a stream. It is far above the number of events of any agreement. */
const LEAVES_MAX = 100_000;

/**
 * The events from before APPEND_KEY (rule:log-is-adopted). The leaves are rows, and anyone who writes rows can
 * write a leaf. So a leaf counts only with a proof that it is in the tree of the statement in LOG_ADOPTED.
 */
export class AdoptedLeaves implements AdoptedEvents {
  private readonly kept = new LRUCache<string, readonly string[]>({
    ...KEPT,
    sizeCalculation: (hashes) => hashes.length + 1,
  });
  private readonly root: Buffer;

  constructor(
    private readonly pool: Pool,
    private readonly adoption: Pick<Adoption, 'size' | 'root'>,
  ) {
    this.root = Buffer.from(adoption.root, 'hex');
  }

  async hashesOf(stream: string): Promise<readonly string[]> {
    const known = this.kept.get(stream);
    if (known !== undefined) return known;
    const { hashes, count } = await this.proven(stream);
    // A list with a hole, or with two leaves for one revision, is not kept: somebody changed rows, and they
    // may be restored when the stream is read again.
    if (count > 0 && count === hashes.length && isGapless(hashes)) this.kept.set(stream, hashes);
    return hashes;
  }

  /**
   * Returns the hashes of the leaves that have a proof, and the number of these leaves. A revision without
   * one is a hole in the list.
   */
  private async proven(
    stream: string,
  ): Promise<{ readonly hashes: readonly string[]; readonly count: number }> {
    const { size } = this.adoption;
    const found = await leavesOfStream(this.pool, stream, 0, LEAVES_MAX);
    // A row may name any revision. No stream has more revisions than leaves.
    const leaves = found.filter(({ place, revision }) => place < size && revision < LEAVES_MAX);
    const hashes: string[] = [];
    let count = 0;
    for await (const part of chunkedWithYield(leaves))
      for (const { revision, eventHash } of await this.provenOf(part)) {
        hashes[revision] = eventHash;
        count += 1;
      }
    return { hashes, count };
  }

  /**
   * The stream and the revision in the row of a leaf are not proven. An event counts only if its hash is that
   * of the leaf, and the hash covers both.
   */
  private async provenOf(leaves: readonly Leaf[]): Promise<readonly Leaf[]> {
    const { size } = this.adoption;
    const places = leaves.map(({ place }) => place);
    const proofs = await inclusionProofsThere(this.pool, places, size);
    return leaves.filter(({ place, eventHash }, n) => {
      const entry = Buffer.from(eventHash, 'hex');
      const proof = proofs[n];
      return proof !== undefined && provesInclusion({ entry, place, size, root: this.root, proof });
    });
  }
}

/** True if the list has a hash for each revision up to its last one. */
function isGapless(hashes: readonly string[]): boolean {
  for (let revision = 0; revision < hashes.length; revision += 1)
    if (hashes[revision] === undefined) return false;
  return true;
}

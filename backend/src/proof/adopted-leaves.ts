import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Adoption } from '../eventsourcing/trust/adoption.js';
import type { AdoptedEvents } from '../eventsourcing/trust/authenticate.js';
import { leavesOfStream } from './leaves.js';
import { provesInclusion } from './merkle-tree.js';
import { inclusionProofs, TreeIncomplete } from './stored-tree.js';

/** Limits on the hashes that are kept in memory: number of streams, and number of hashes of all streams. */
const KEPT = { max: 20_000, maxSize: 500_000 };
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
    const hashes = await this.proven(stream);
    // Without a proven leaf nothing is kept: a row may have been restored when the stream is read again.
    if (hashes.length > 0) this.kept.set(stream, hashes);
    return hashes;
  }

  private async proven(stream: string): Promise<readonly string[]> {
    const { size } = this.adoption;
    const found = await leavesOfStream(this.pool, stream, 0, LEAVES_MAX);
    const leaves = found.filter(({ place }) => place < size);
    const proofs = await inclusionProofs(
      this.pool,
      leaves.map(({ place }) => place),
      size,
    ).catch((error: unknown) => {
      if (error instanceof TreeIncomplete) return [];
      throw error;
    });
    const hashes: string[] = [];
    for (const [n, { place, revision, eventHash }] of leaves.entries()) {
      const entry = Buffer.from(eventHash, 'hex');
      // Allowed: a revision is a number, and the hash of an event names its revision.
      if (provesInclusion({ entry, place, size, root: this.root, proof: proofs[n] ?? [] }))
        hashes[revision] = eventHash;
    }
    return hashes;
  }
}

import { LRUCache } from 'lru-cache';

const MOST_STREAMS = 20_000;

/**
 * Revisions that this process knows to exist, by stream. The log only grows, so an append after one of them
 * cannot leave a gap, and the unique constraint alone decides.
 */
export class SeenRevisions {
  private readonly revisions = new LRUCache<string, number>({ max: MOST_STREAMS });

  note(stream: string, revision: number): void {
    if (!this.has(stream, revision)) this.revisions.set(stream, revision);
  }

  has(stream: string, revision: number): boolean {
    return (this.revisions.get(stream) ?? -1) >= revision;
  }
}

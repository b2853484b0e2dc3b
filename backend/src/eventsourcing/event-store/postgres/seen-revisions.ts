import { LRUCache } from 'lru-cache';

const MOST_STREAMS = 20_000;

/**
 * Remembers, per stream, the newest revision that this process knows to exist. The log only grows. So an
 * append directly after a remembered revision cannot leave a gap. The unique constraint alone decides whether
 * that append succeeds.
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

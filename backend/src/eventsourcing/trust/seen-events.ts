import { LRUCache } from 'lru-cache';
import type { UntrustedEvent } from '../event-store/event-store.js';
import { metadataOf } from '../journal/chain.js';
import type { Link, UntrustedPlace } from './authenticate.js';

/** Number of events whose hash is remembered, so that the event after them can be linked without a read. */
const LINKS = 50_000;
/** Number of streams whose newest event is remembered. */
const HEADS = 50_000;

/**
 * The events that this process saw: the hashes of the last ones, and the newest event of each stream. Nobody
 * who writes rows can change this memory. A stream that is read later has to continue what was seen
 * (rule:no-second-event-at-a-place). Each event that is removed or replaced has a MAC, so no other check
 * finds that a genuine end was cut off.
 */
export class SeenEvents {
  private readonly links = new LRUCache<string, string>({ max: LINKS });
  private readonly heads = new LRUCache<string, Link>({ max: HEADS });

  hashAt(stream: string, revision: number): string | undefined {
    return this.links.get(keyOf(stream, revision));
  }

  see(stream: string, link: Link): void {
    this.links.set(keyOf(stream, link.revision), link.hash);
    const head = this.heads.get(stream);
    if (head === undefined || head.revision < link.revision) this.heads.set(stream, link);
  }

  /** Replaces what was seen of a stream. For a stream whose change the operator accepted. */
  replace(stream: string, link: Link): void {
    this.heads.delete(stream);
    this.see(stream, link);
  }

  /** True if the last of these events is older than the newest one that was seen. */
  isShorter(stream: string, last: Link): boolean {
    return last.revision < (this.heads.get(stream)?.revision ?? -1);
  }

  /**
   * Returns the first place at which a whole stream differs from what was seen of it. The first place is known
   * as far as the hashes there are remembered. Otherwise it is the place of the newest event that was seen.
   * @param events the authenticated events of the stream from the first one on
   */
  lostIn(stream: string, events: readonly UntrustedEvent[], last: Link): UntrustedPlace | undefined {
    const head = this.heads.get(stream);
    if (head === undefined || last.revision < 0) return head && { revision: 0, fault: 'missing' };
    const event = events[head.revision];
    const hash = head.revision === last.revision ? last.hash : event && metadataOf(event)?.hash;
    if (hash === head.hash) return undefined;
    const revision = events.findIndex((one) => {
      const seen = this.hashAt(stream, one.revision);
      return seen !== undefined && seen !== metadataOf(one)?.hash;
    });
    if (revision >= 0) return { revision, fault: 'forked' };
    return hash === undefined
      ? { revision: last.revision + 1, fault: 'missing' }
      : { revision: head.revision, fault: 'forked' };
  }
}

const keyOf = (stream: string, revision: number): string => `${stream}@${revision}`;

import { LRUCache } from 'lru-cache';
import { BEGINNING, type Link, type UntrustedPlace } from './authenticate.js';

/** Number of events whose hash is remembered, so that the event after them can be linked without a read. */
const LINKS = 50_000;
/** Number of events of one stream that a read adds to the memory. */
const LINKS_OF_STREAM = 100;
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

  /** Forgets a stream. For a stream whose other branch the operator chose. */
  forget(stream: string): void {
    const last = this.heads.get(stream)?.revision ?? -1;
    for (let revision = 0; revision <= last; revision += 1) this.links.delete(keyOf(stream, revision));
    this.heads.delete(stream);
  }

  /** Remembers the last events of a stream that was read as a whole. */
  seeAll(stream: string, links: readonly Link[]): void {
    for (const link of links.slice(-LINKS_OF_STREAM)) this.see(stream, link);
  }

  /**
   * Returns the newest event of a stream. A read that begins later has to contain it. Another append may be
   * acknowledged while the read is under way, and the read need not contain that one.
   */
  headOf(stream: string): Link | undefined {
    return this.heads.get(stream);
  }

  /**
   * Returns the first place at which a whole stream differs from what was seen of it. A stream that only ends
   * earlier differs at its end. If an event differs and the hashes before it are not remembered, returns an
   * earlier place: nobody knows whether the events there changed.
   * @param links the links after the authenticated events of the stream, from the first event on
   * @param head the newest event before the read began
   */
  lostIn(stream: string, links: readonly Link[], head: Link = BEGINNING): UntrustedPlace | undefined {
    const isOther = ({ revision, hash }: Link): boolean => (this.hashAt(stream, revision) ?? hash) !== hash;
    const isSame = head.revision < 0 || links[head.revision]?.hash === head.hash;
    if (isSame && !links.slice(head.revision + 1).some(isOther)) return undefined;
    if (links.length <= head.revision && !links.some(isOther))
      return { revision: links.length, fault: 'missing' };
    // The hash of an event covers the events before it, so these are the ones that were seen too.
    const known = links.findLastIndex(({ revision, hash }) => this.hashAt(stream, revision) === hash);
    return { revision: known + 1, fault: 'forked' };
  }

  /**
   * Returns the first place at which a part of a stream differs from what was seen of it.
   * @param links the link before the part, and those after each of its authenticated events
   * @param until the last revision that the part has to contain
   */
  lostInPart(stream: string, links: readonly Link[], until: number): UntrustedPlace | undefined {
    const other = links.find(({ revision, hash }) => (this.hashAt(stream, revision) ?? hash) !== hash);
    if (other !== undefined) return { revision: other.revision, fault: 'forked' };
    const last = links.at(-1)?.revision ?? BEGINNING.revision;
    return last < until ? { revision: last + 1, fault: 'missing' } : undefined;
  }
}

const keyOf = (stream: string, revision: number): string => `${stream}@${revision}`;

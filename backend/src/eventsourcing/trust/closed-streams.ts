import { LRUCache } from 'lru-cache';
import type { UntrustedPlace } from './authenticate.js';

/** Number of closed streams that are remembered. A stream that was forgotten is found again when it is read. */
const REMEMBERED = 50_000;

/**
 * Streams that this process found closed: one of their events is not authenticated, so nothing from this
 * event on counts (rule:first-fault-closes-the-stream). This is only a memory of what was read. The stored
 * events alone decide whether a stream is closed, so a stream that was repaired is open at its next load.
 */
export class ClosedStreams {
  private readonly known = new LRUCache<string, UntrustedPlace>({ max: REMEMBERED });

  /** @param found called once for each place that is found */
  constructor(private readonly found: (stream: string, place: UntrustedPlace) => void = () => undefined) {}

  close(stream: string, place: UntrustedPlace): void {
    const before = this.known.get(stream);
    if (before?.revision === place.revision && before.fault === place.fault) return;
    this.known.set(stream, place);
    this.found(stream, place);
  }

  /** Forgets a stream that was read as a whole, and in which nothing was found. */
  open(stream: string): void {
    this.known.delete(stream);
  }

  /** The closed streams that are remembered. */
  get streams(): readonly string[] {
    return [...this.known.keys()];
  }

  placeIn(stream: string): UntrustedPlace | undefined {
    return this.known.get(stream);
  }

  /** True if the event at this revision is at or behind the place at which the stream is closed. */
  covers(stream: string, revision: number): boolean {
    const place = this.known.get(stream);
    return place !== undefined && place.revision <= revision;
  }
}

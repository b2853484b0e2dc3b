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

  /**
   * @param told `found` is called once for each place that is found. `opened` is called when a stream is read
   * as a whole that this process had found closed.
   */
  constructor(
    private readonly told: {
      readonly found?: ((stream: string, place: UntrustedPlace) => void) | undefined;
      readonly opened?: ((stream: string) => void) | undefined;
    } = {},
  ) {}

  close(stream: string, place: UntrustedPlace): void {
    const before = this.known.get(stream);
    if (before?.revision === place.revision && before.fault === place.fault) return;
    this.known.set(stream, place);
    this.told.found?.(stream, place);
  }

  /** Forgets a stream that was read as a whole, and in which nothing was found. */
  open(stream: string): void {
    if (this.known.delete(stream)) this.told.opened?.(stream);
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

import { LRUCache } from 'lru-cache';
import type { EventBytes } from '../event-store.js';

export interface EventLocation {
  /** Our name for the stream. */
  readonly stream: string;
  readonly revision: number;
}

const MOST = 20_000;
/**
 * Maximum age, in milliseconds, at which an event id counts as fresh. Ids are created right before the
 * append.
 */
const FRESH_MS = 60_000;

/**
 * Remembers the stream and the revision to which this process sent each of its most recent events. If an
 * append uses the id of such an event again, the store is searched for the event in that stream at that
 * revision.
 */
export class KnownIds {
  private readonly locations = new LRUCache<string, EventLocation>({ max: MOST });

  locationOf(id: string): EventLocation | undefined {
    return this.locations.peek(id.toLowerCase());
  }

  note(stream: string, first: number, events: readonly EventBytes[]): void {
    events.forEach(({ id }, index) =>
      this.locations.set(id.toLowerCase(), { stream, revision: first + index }),
    );
  }

  /** Forgets events that were not stored. */
  forget(events: readonly EventBytes[]): void {
    for (const { id } of events) this.locations.delete(id.toLowerCase());
  }
}

/**
 * True if the id is a UUIDv7 made within the last minute. An older id, or an id of another kind, may have
 * been used by another process or before a restart.
 */
export function isFresh(id: string, now: number): boolean {
  if (id[14] !== '7') return false;
  const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return Math.abs(now - made) < FRESH_MS;
}

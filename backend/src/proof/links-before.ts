import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { BEGINNING, type Link } from '../eventsourcing/trust/authenticate.js';
import type { EventInBatch } from './leaf-alignment.js';
import { UNCHECKED_NAMES } from './leaf-seals.js';
import { hashesAt } from './leaves.js';

/**
 * For each event, the link to the event before it in its stream. The links of the streams that were read last
 * are kept in memory. Other links are made from the leaves, for a whole batch at once.
 */
export class LinksBefore {
  private readonly last: LRUCache<string, Link>;
  private batch: readonly UntrustedEvent[] = [];
  /** Hashes that were looked up for the batch, by `<stream>@<revision>`; undefined for events without a leaf. */
  private lookedUp = new Map<string, string | undefined>();

  /** @param remembered number of streams whose last link is kept in memory */
  constructor(
    private readonly pool: Pool,
    remembered: number,
  ) {
    this.last = new LRUCache({ max: remembered });
  }

  set(stream: string, link: Link): void {
    this.last.set(stream, link);
  }

  /** The last link that was set for the stream. Undefined if it was set too long ago. */
  lastOf(stream: string): Link | undefined {
    return this.last.get(stream);
  }

  /** Returns the link before the event if memory has it. */
  known({ stream, revision }: Pick<UntrustedEvent, 'stream' | 'revision'>): Link | undefined {
    if (revision === 0) return BEGINNING;
    const last = this.last.get(stream);
    return last?.revision === revision - 1 ? last : undefined;
  }

  /** Returns the link before the event. Undefined if the event before it has no leaf and is not in memory. */
  async before(found: EventInBatch): Promise<Link | undefined> {
    const event = found.events[found.at] as UntrustedEvent;
    const known = this.known(event);
    if (known !== undefined) return known;
    if (this.batch !== found.events) [this.batch, this.lookedUp] = [found.events, new Map()];
    const name = nameBefore(event);
    // The hash may be missing even after an earlier lookup for this batch. That lookup skipped streams that
    // were in memory, and a stream may be forgotten before its next event.
    if (!this.lookedUp.has(name)) await this.lookUp(found);
    const hash = this.lookedUp.get(name);
    return hash === undefined ? undefined : { revision: event.revision - 1, hash };
  }

  private async lookUp({ events, at }: EventInBatch): Promise<void> {
    const seen = new Set<string>();
    const wanted = events.slice(at).filter(({ stream, revision }, n) => {
      const isFirst = !seen.has(stream);
      seen.add(stream);
      return n === 0 || (isFirst && revision > 0 && !this.last.has(stream));
    });
    const places = wanted.map(({ stream, revision }) => ({ stream, revision: revision - 1 }));
    // A wrong link makes the event look broken. Then its whole stream is verified, without links of leaves.
    const found = await hashesAt(this.pool, UNCHECKED_NAMES, places);
    for (const event of wanted) this.lookedUp.set(nameBefore(event), found.get(nameBefore(event)));
  }
}

const nameBefore = ({ stream, revision }: UntrustedEvent): string => `${stream}@${revision - 1}`;

import type { Pool } from 'pg';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import type { EventInBatch } from './leaf-alignment.js';
import { IS_HASH, leavesWith } from './leaves.js';
import { hashOf } from './verify-stream.js';

interface ForeignParts {
  readonly pool: Pool;
  readonly isOwnStream?: (stream: string) => boolean;
}

/**
 * Recognises foreign events (rule:log-is-verified). A foreign event is in a stream of another program. The name
 * of that stream only begins like the names of our streams. A foreign event has no leaf, and no code reads it
 * as ours. Our own events cannot be hidden in this way, because an event that was moved out of our streams
 * still has its leaf. An event with a leaf is therefore verified, even if its stream is not ours, because
 * somebody must have copied or moved it there.
 */
export class ForeignEvents {
  private batch: readonly UntrustedEvent[] = [];
  private withLeaf: ReadonlySet<string> = new Set();

  /** @param count number of foreign events so far */
  constructor(
    private readonly parts: ForeignParts,
    public count: number,
  ) {}

  /** Counts the event if it is foreign. Looks up the leaves of the whole batch at once. */
  async isForeign({ events, at }: EventInBatch): Promise<boolean> {
    const { isOwnStream = () => true } = this.parts;
    const event = events[at] as UntrustedEvent;
    if (isOwnStream(event.stream)) return false;
    if (this.batch !== events) {
      this.withLeaf = await this.metIn(events.filter(({ stream }) => !isOwnStream(stream)));
      this.batch = events;
    }
    const isForeign = !this.withLeaf.has(hashOf(event) ?? '');
    if (isForeign) this.count += 1;
    return isForeign;
  }

  private async metIn(events: readonly UntrustedEvent[]): Promise<ReadonlySet<string>> {
    const hashes = events.flatMap((event) => hashOf(event) ?? []).filter((hash) => IS_HASH.test(hash));
    return new Set((await leavesWith(this.parts.pool, hashes)).map(({ eventHash }) => eventHash));
  }
}

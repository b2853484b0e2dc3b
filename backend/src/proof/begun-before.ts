import type { Pool } from 'pg';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import type { StreamBeginnings } from '../eventsourcing/journal/stream-beginnings.js';
import type { Trust } from '../eventsourcing/trust/create-trust.js';
import { BEGUN_AGAIN } from '../eventsourcing/trust/closed-streams.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { haveLeaves } from './checkpoint-of-all.js';
import { type LeafNames, leavesOfStream } from './leaves.js';

/** Number of leaves of a stream that are read. Usually a stream that begins has none. */
const LEAVES_READ = 100;

interface BeginningParts {
  readonly pool: Pool;
  readonly names: LeafNames;
  readonly trust: Pick<Trust, 'log' | 'closed'>;
  readonly tampering: Tampering;
}

/**
 * Refuses a stream that begins again: its name has a leaf, or this process saw an event of it
 * (rule:no-second-event-at-a-place). The look-up costs one statement for each stream, not for each event.
 */
export class BegunBefore implements StreamBeginnings {
  constructor(private readonly parts: BeginningParts) {}

  async requireUnknown(stream: string): Promise<void> {
    const { trust, tampering } = this.parts;
    const isKnown = trust.log.hasSeen(stream) || (await this.hasLeaf(stream));
    if (!isKnown || trust.closed.accepts(stream, 0, BEGUN_AGAIN)) return;
    const { events, untrusted } = await trust.log.load(stream);
    // Another append came first. The store will refuse this one.
    if (events.length > 0) return;
    const place = untrusted ?? ({ revision: 0, fault: 'missing' } as const);
    trust.closed.close(stream, place);
    tampering.found('stream_begun_again', { stream });
    throw new StreamUntrusted(stream, place);
  }

  /** Rows that the service did not write count as none: they may name any stream. They are reported. */
  private async hasLeaf(stream: string): Promise<boolean> {
    const { pool, names, tampering } = this.parts;
    const leaves = await leavesOfStream(pool, stream, 0, LEAVES_READ);
    for (const leaf of leaves) {
      if (names.isNamed(leaf)) return true;
      tampering.found('leaf_without_event', { place: leaf.place });
    }
    return false;
  }

  /**
   * The key may be that of an append that failed: then the stream never began. If all events of the log have
   * leaves, the leaves say so.
   */
  async requireUnbegun(stream: string): Promise<void> {
    const { pool, trust } = this.parts;
    if (!(await haveLeaves(pool, trust.log)))
      throw new EventStoreUnavailable(
        `stream ${stream} has a key, and it is not known yet whether it has events: the checkpointer is behind`,
      );
    await this.requireUnknown(stream);
  }
}

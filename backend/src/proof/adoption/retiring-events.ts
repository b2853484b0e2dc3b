import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import type { EventCore } from '../../eventsourcing/journal/event-encoding.js';
import { keyNameOf } from '../../eventsourcing/trust/append-keys.js';

const ONE_TIME = /^[0-9T:.Z-]{20,30}$/;
/** Maximum number of streams that are listed. */
const LISTED = 1000;

/** The events of one stream that carry a MAC of a key that is retired now. */
export interface RetiringStream {
  readonly stream: string;
  readonly events: number;
  /** Revisions of the first and of the last one. */
  readonly from: number;
  readonly to: number;
  /** The times that these two name. The person who wrote them chose the times. */
  readonly first: string;
  readonly last: string;
}

/** The events that keep counting although a leaked key made their MACs. */
export interface Retiring {
  /** Number of leaves of the newest checkpoint from outside. The events that it covers are left out. */
  readonly since: number;
  readonly events: number;
  readonly streams: readonly RetiringStream[];
  /** Number of events in streams that are not listed. */
  readonly unlisted: number;
}

function timeIn(core: string): string {
  try {
    const { at } = JSON.parse(core) as Partial<EventCore>;
    return typeof at === 'string' && ONE_TIME.test(at) ? at : 'no time';
  } catch {
    return 'no time';
  }
}

/** Collects the events of retired keys by stream, while the log is read. */
export class RetiringEvents {
  private events = 0;
  private unlisted = 0;
  private readonly streams = new Map<string, RetiringStream>();

  /**
   * @param keys names of the keys that are retired now
   * @param since number of leaves that a checkpoint from outside covers
   */
  constructor(
    private readonly keys: ReadonlySet<string>,
    private readonly since: number,
  ) {}

  /** @param place of the event's leaf in the tree; undefined if it has none */
  meet(event: UntrustedEvent, place: number | undefined): void {
    if (this.keys.size === 0 || (place !== undefined && place < this.since)) return;
    const metadata = metadataOf(event);
    const mac: unknown = metadata?.mac;
    if (metadata === undefined || typeof mac !== 'string' || !this.keys.has(keyNameOf(mac))) return;
    this.events += 1;
    const { stream, revision } = event;
    const at = timeIn(metadata.core);
    const known = this.streams.get(stream);
    if (known === undefined && this.streams.size >= LISTED) this.unlisted += 1;
    else
      this.streams.set(stream, {
        stream,
        events: (known?.events ?? 0) + 1,
        from: known?.from ?? revision,
        to: revision,
        first: known?.first ?? at,
        last: at,
      });
  }

  get found(): Retiring {
    const { since, events, unlisted } = this;
    return { since, events, unlisted, streams: [...this.streams.values()] };
  }
}

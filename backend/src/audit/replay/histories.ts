import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../eventsourcing/event-store/event-store.js';
import { datedAfter, isReadable, type Recorded } from '../../eventsourcing/journal/event.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { EVENT_STORE, JOURNAL } from '../../platform/wiring/tokens.js';
import { afterErasure, type UnsealedEvent, unsealedAs } from './replayed-nda.js';

/** The time that is shown if the first event of a history has no time. */
const AT_FIRST = new Date(0).toISOString();

/**
 * Reads whole histories as far as possible. An event that cannot be read is marked, and the other events are
 * still shown.
 */
@Injectable()
export class Histories {
  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'readStream'>,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'decode' | 'unseal'>,
  ) {}

  /** Returns the number of events; 0 if there never was such an NDA. @throws EventStoreUnavailable */
  async count(id: string): Promise<number> {
    const [last] = await this.store.readStream(ndaStream(id), { direction: 'backwards', limit: 1 });
    return last === undefined ? 0 : last.revision + 1;
  }

  /** Returns the events in their order, still sealed. @throws EventStoreUnavailable */
  async events(
    id: string,
    range: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<readonly Recorded<NdaEvent>[]> {
    const stored = await this.store.readStream(ndaStream(id), range);
    const events: Recorded<NdaEvent>[] = [];
    for await (const part of chunkedWithYield(stored))
      for (const event of part)
        events.push(datedAfter(this.journal.decode<NdaEvent>(event), events.at(-1)?.at ?? AT_FIRST));
    return events;
  }

  /**
   * Returns a map from event ids to revisions. With this map, the causes of the given events can be named.
   * The map contains the given events. If a cause is not among them, the map also contains all events before
   * the first given event. Causes in other histories are not included.
   * @throws EventStoreUnavailable
   */
  async causeRevisions(
    id: string,
    events: readonly Recorded<NdaEvent>[],
  ): Promise<ReadonlyMap<string, number>> {
    const revisions = new Map(events.map((event) => [event.id, event.revision]));
    const isOutside = ({ causedBy }: Recorded<NdaEvent>): boolean =>
      causedBy !== null && !revisions.has(causedBy);
    const before = events.some(isOutside) ? (events[0]?.revision ?? 0) : 0;
    const earlier = before === 0 ? [] : await this.store.readStream(ndaStream(id), { limit: before });
    for (const event of earlier) revisions.set(event.id, event.revision);
    return revisions;
  }

  /**
   * Opens the sealed part of an event.
   * @param isErased true if the NDA is erased. Then nothing is opened, even if the key still exists for a
   * moment
   * @throws Unavailable
   */
  async open(event: Recorded<NdaEvent>, isErased = false): Promise<UnsealedEvent> {
    if (!isReadable(event)) return { personal: undefined, origin: undefined, unreadable: 'broken' };
    if (isErased) return unsealedAs(afterErasure(event));
    return unsealedAs(await this.journal.unseal(event));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '../../eventsourcing/event-store/event-store.js';
import { datedAfter, isReadable, type Recorded } from '../../eventsourcing/journal/event.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { inParts } from '../../platform/async/in-parts.js';
import { EVENT_STORE, JOURNAL } from '../../platform/wiring/tokens.js';
import { afterErasure, type OpenedEvent, openedAs } from './replayed-nda.js';

/** Of what begins a history and has no time. */
const AT_FIRST = new Date(0).toISOString();

/** Whole histories, as far as they can be read: what cannot is told, and the rest is shown all the same. */
@Injectable()
export class Histories {
  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'readStream'>,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'decode' | 'unseal'>,
  ) {}

  /** How many events there are; 0 where there never was such an NDA. @throws EventStoreUnavailable */
  async count(id: string): Promise<number> {
    const [last] = await this.store.readStream(ndaStream(id), { direction: 'backwards', limit: 1 });
    return last === undefined ? 0 : last.revision + 1;
  }

  /** In their order, still sealed. @throws EventStoreUnavailable */
  async events(
    id: string,
    range: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<readonly Recorded<NdaEvent>[]> {
    const stored = await this.store.readStream(ndaStream(id), range);
    const events: Recorded<NdaEvent>[] = [];
    for await (const part of inParts(stored))
      for (const event of part)
        events.push(datedAfter(this.journal.decode<NdaEvent>(event), events.at(-1)?.at ?? AT_FIRST));
    return events;
  }

  /**
   * Where what caused these stands in their history, by its id: an event among them, or one before the first. What is
   * of another history is not in it. @throws EventStoreUnavailable
   */
  async places(id: string, events: readonly Recorded<NdaEvent>[]): Promise<ReadonlyMap<string, number>> {
    const places = new Map(events.map((event) => [event.id, event.revision]));
    const isElsewhere = ({ causedBy }: Recorded<NdaEvent>): boolean =>
      causedBy !== null && !places.has(causedBy);
    const before = events.some(isElsewhere) ? (events[0]?.revision ?? 0) : 0;
    const earlier = before === 0 ? [] : await this.store.readStream(ndaStream(id), { limit: before });
    for (const event of earlier) places.set(event.id, event.revision);
    return places;
  }

  /**
   * What an event sealed.
   * @param isErased the NDA is erased, though its key may be there for a moment yet: nothing is opened any more
   * @throws Unavailable
   */
  async open(event: Recorded<NdaEvent>, isErased = false): Promise<OpenedEvent> {
    if (!isReadable(event)) return { personal: undefined, origin: undefined, unreadable: 'broken' };
    if (isErased) return openedAs(afterErasure(event));
    return openedAs(await this.journal.unseal(event));
  }
}

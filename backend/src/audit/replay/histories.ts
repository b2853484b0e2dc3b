import type { TrustedLog } from '../../eventsourcing/trust/trusted-log.js';
import { Inject, Injectable } from '@nestjs/common';
import { datedAfter, isReadable, type Recorded } from '../../eventsourcing/journal/event.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { JOURNAL, TRUSTED_LOG } from '../../platform/wiring/tokens.js';
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
    @Inject(TRUSTED_LOG) private readonly log: Pick<TrustedLog, 'load'>,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'decode' | 'unseal'>,
  ) {}

  /** Returns the number of events; 0 if there never was such an NDA. @throws EventStoreUnavailable */
  async count(id: string): Promise<number> {
    return (await this.log.load(ndaStream(id))).events.length;
  }

  /** Returns the events in their order, still sealed. @throws EventStoreUnavailable */
  async events(
    id: string,
    range: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<readonly Recorded<NdaEvent>[]> {
    const { events: stored } = await this.log.load(ndaStream(id));
    const { from = 0, limit = stored.length } = range;
    const events: Recorded<NdaEvent>[] = [];
    for await (const part of chunkedWithYield(stored.slice(from, from + limit)))
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
    const { events: earlier } =
      before === 0 ? { events: [] } : await this.log.load(ndaStream(id), { to: before - 1 });
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

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

/** A history as far as it counts. */
export interface History {
  readonly events: readonly Recorded<NdaEvent>[];
  /** True if the stream is closed after the last of these events. */
  readonly isClosed: boolean;
}

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

  /**
   * Returns the events in their order, still sealed. There are none if there never was such an NDA.
   * @throws EventStoreUnavailable
   */
  async read(id: string): Promise<History> {
    const { events: stored, untrusted } = await this.log.load(ndaStream(id));
    const events: Recorded<NdaEvent>[] = [];
    for await (const part of chunkedWithYield(stored))
      for (const event of part)
        events.push(datedAfter(this.journal.decode<NdaEvent>(event), events.at(-1)?.at ?? AT_FIRST));
    return { events, isClosed: untrusted !== undefined };
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

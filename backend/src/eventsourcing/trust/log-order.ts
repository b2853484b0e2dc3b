import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type { EventStore, UntrustedEvent } from '../event-store/event-store.js';
import {
  type Authenticator,
  BEGINNING,
  type CheckFault,
  type Link,
  type StoredEvent,
} from './authenticate.js';
import type { ClosedStreams } from './closed-streams.js';
import type { SeenEvents } from './seen-events.js';

/** Number of events to check between two pauses. This takes a few milliseconds. */
const EVENTS_PER_CHUNK = 100;

export interface LogOrderParts {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly authenticator: Authenticator;
  readonly closed: ClosedStreams;
  readonly isOwnStream?: (stream: string) => boolean;
}

export interface HowToRead {
  readonly withoutData?: boolean;
}

/** How a batch is read, with the results that its events share. */
interface Batch extends HowToRead {
  readonly authenticator: Authenticator;
  /** The closed streams that were read again for this batch, and are still closed. */
  readonly stillClosed: Set<string>;
}

/**
 * Authenticates events in the order of the log (rule:log-is-authenticated). Links each event to the event before
 * it in its stream, which it remembers or reads.
 */
export class LogOrder {
  /** @param load loads a whole stream, which opens the stream if it is whole */
  constructor(
    private readonly parts: LogOrderParts,
    private readonly seen: SeenEvents,
    private readonly load: (stream: string) => Promise<unknown>,
  ) {}

  /**
   * Returns the events of a batch that are authenticated. Closes the stream of each other event.
   * @throws EventStoreUnavailable
   */
  async take(events: readonly UntrustedEvent[], how: HowToRead): Promise<readonly StoredEvent[]> {
    const { closed } = this.parts;
    const trusted: StoredEvent[] = [];
    const batch = {
      ...how,
      authenticator: this.parts.authenticator.forBatch(),
      stillClosed: new Set<string>(),
    };
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part) {
        const isCovered = closed.covers(event.stream, event.revision);
        if (isCovered && (await this.isStillClosed(event, batch))) continue;
        const counts = this.takes(event, batch);
        if (counts instanceof Promise ? await counts : counts) trusted.push(event as StoredEvent);
      }
    return trusted;
  }

  /**
   * True if a stream that this process found closed is closed at this event's place now. The stream may have
   * been repaired meanwhile. So the first event of a batch that this service wrote makes it read the stream
   * again. However many events others write into the stream, they cost at most one look-up of adopted events.
   */
  private async isStillClosed(event: UntrustedEvent, batch: Batch): Promise<boolean> {
    const { closed, isOwnStream = () => true } = this.parts;
    const { authenticator, stillClosed } = batch;
    const { stream, revision } = event;
    if (!isOwnStream(stream) || stillClosed.has(stream)) return true;
    if (typeof (await authenticator.alone(event, batch)) === 'string') return true;
    await this.load(stream);
    if (!closed.covers(stream, revision)) return false;
    stillClosed.add(stream);
    return true;
  }

  /** True if the event is authenticated. Returns a promise only if something must be read for that. */
  private takes(event: UntrustedEvent, batch: Batch): boolean | Promise<boolean> {
    const { isOwnStream = () => true } = this.parts;
    const { stream, revision } = event;
    if (!isOwnStream(stream)) return false;
    const before = this.remembered(stream, revision - 1);
    if (before === undefined) return this.takesAfterRead(event, batch);
    const result = batch.authenticator.next(event, before, batch);
    return result instanceof Promise
      ? result.then((one) => this.tookAfterMemory(event, one, batch))
      : this.tookAfterMemory(event, result, batch);
  }

  /** Reads the event before, if the remembered one was replaced since (siegel log:repair). */
  private tookAfterMemory(
    event: UntrustedEvent,
    result: Link | CheckFault,
    batch: Batch,
  ): boolean | Promise<boolean> {
    return result === 'link' && event.revision > 0
      ? this.takesAfterRead(event, batch)
      : this.took(event, result);
  }

  /**
   * Takes an event whose predecessor is not remembered. An event that nobody of us wrote may have any revision,
   * and there may be no event before it. So the whole stream is read to find the place at which it is closed.
   */
  private async takesAfterRead(event: UntrustedEvent, batch: Batch): Promise<boolean> {
    const { store, closed } = this.parts;
    const { authenticator } = batch;
    const { stream, revision } = event;
    if (typeof (await authenticator.alone(event, batch)) === 'string') {
      await this.load(stream);
      return false;
    }
    const [stored] = await store.readStream(stream, { from: revision - 1, limit: 1 });
    const before = stored === undefined ? 'revision' : await authenticator.alone(stored);
    if (typeof before === 'string' || before.revision !== revision - 1) {
      closed.close(stream, {
        revision: revision - 1,
        fault: typeof before === 'string' ? before : 'revision',
      });
      return false;
    }
    const ended = before.isEnd === true ? 'ended' : undefined;
    const fault = ended ?? this.forkAt(stream, before);
    if (fault !== undefined) {
      closed.close(stream, { revision: before.revision, fault });
      return false;
    }
    this.seen.see(stream, before);
    return this.took(event, await authenticator.next(event, before, batch));
  }

  /** True if the event counts. The mark that ends a stream is no event of the stream. */
  private took({ stream, revision }: UntrustedEvent, result: Link | CheckFault): boolean {
    const { closed } = this.parts;
    const ended = typeof result !== 'string' && result.isEnd === true ? 'ended' : undefined;
    const fault = typeof result === 'string' ? result : (ended ?? this.forkAt(stream, result));
    if (fault !== undefined) {
      if (!closed.covers(stream, revision)) closed.close(stream, { revision, fault });
    } else if (typeof result !== 'string') this.seen.see(stream, result);
    return fault === undefined;
  }

  private forkAt(stream: string, { revision, hash }: Link): 'forked' | undefined {
    const seen = this.seen.hashAt(stream, revision);
    if (seen === undefined || seen === hash) return undefined;
    const isAccepted = this.parts.closed.accepts(stream, revision, 'forked', hash, [seen, hash]);
    return isAccepted ? undefined : 'forked';
  }

  private remembered(stream: string, revision: number): Link | undefined {
    if (revision < 0) return BEGINNING;
    const hash = this.seen.hashAt(stream, revision);
    return hash === undefined ? undefined : { revision, hash };
  }
}

import { LRUCache } from 'lru-cache';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type {
  EventStore,
  Position,
  SubscribeOptions,
  Subscription,
  UntrustedEvent,
} from '../event-store/event-store.js';
import {
  type Authenticated,
  type Authenticator,
  type EventChecker,
  BEGINNING,
  type EventFault,
  type Link,
  type StoredEvent,
} from './authenticate.js';
import type { ClosedStreams } from './closed-streams.js';

/** Number of events to check between two pauses. This takes a few milliseconds. */
const EVENTS_PER_CHUNK = 100;
/** Number of events whose hash is remembered, so that the event after them can be linked without a read. */
const LINKS = 50_000;

export interface TrustedReaderParts {
  readonly store: Pick<EventStore, 'readStream' | 'readAll'>;
  readonly authenticator: Authenticator;
  readonly closed: ClosedStreams;
  /** True if the name has the form of our stream names. Events of other streams are left out. */
  readonly isOwnStream?: (stream: string) => boolean;
}

/** A batch of authenticated events in log order. `position` is that of the last event seen, whatever it was. */
export interface TrustedBatch {
  readonly events: readonly StoredEvent[];
  readonly position: Position;
}

export interface TrustedLogParts extends TrustedReaderParts {
  readonly store: Pick<
    EventStore,
    'readStream' | 'readAll' | 'subscribe' | 'ends' | 'storeId' | 'head' | 'holds' | 'isBefore'
  >;
}

type ReadAllOptions = Parameters<EventStore['readAll']>[0];

/**
 * The event log as this service wrote it (rule:log-is-authenticated). Returns no event that is not
 * authenticated, and no event that follows such an event in its stream.
 *
 * A load authenticates a stream from its first event. A reader in log order authenticates each event and its
 * link to the event before it. Both close the stream at the first event that fails.
 */
export class TrustedReader {
  private readonly links = new LRUCache<string, string>({ max: LINKS });

  constructor(private readonly parts: TrustedReaderParts) {}

  /** Checks events that were read elsewhere, for verifications that report what they find. */
  get checker(): EventChecker {
    return this.parts.authenticator;
  }

  /**
   * Loads a whole stream, a stream up to and including revision `to`, or the events after the link `after`.
   * If the events after `after` are not authenticated, the caller loads the whole stream, because only the
   * whole tells where the stream is closed: the stored events may have been replaced since `after` was read.
   * @throws EventStoreUnavailable
   */
  async load(
    stream: string,
    { after = BEGINNING, to }: { readonly after?: Link; readonly to?: number } = {},
  ): Promise<Authenticated> {
    const { store, authenticator, closed } = this.parts;
    const stored = await store.readStream(stream, {
      ...(after.revision < 0 ? {} : { from: after.revision + 1 }),
      ...(to === undefined ? {} : { limit: Math.max(0, to - after.revision) }),
    });
    const result = await authenticator.stream(stream, stored, after);
    if (result.last.revision >= 0) this.remember(stream, result.last);
    if (result.untrusted === undefined) {
      if (after.revision < 0 && to === undefined) closed.open(stream);
      return result;
    }
    if (after.revision < 0) closed.close(stream, result.untrusted);
    return result;
  }

  /**
   * Returns the events of a part of a stream that this service wrote. Each event is authenticated by itself:
   * events before it may be missing. For callers that compare single events with something else.
   * @throws EventStoreUnavailable
   */
  async single(
    stream: string,
    { from, limit = 1 }: { readonly from: number; readonly limit?: number },
  ): Promise<readonly StoredEvent[]> {
    const { store, authenticator } = this.parts;
    const found: StoredEvent[] = [];
    for (const event of await store.readStream(stream, { from, limit }))
      if (typeof (await authenticator.alone(event)) !== 'string') found.push(event as StoredEvent);
    return found;
  }

  /** Yields all events after a position. The options are those of the store. @throws EventStoreUnavailable */
  async *readAll(options: ReadAllOptions): AsyncGenerator<TrustedBatch, undefined> {
    for await (const { events, position } of this.parts.store.readAll(options))
      yield { events: await this.inLogOrder(events, options), position };
  }

  /** Returns the events of a batch that are authenticated. Closes the stream of each other event. */
  protected async inLogOrder(
    events: readonly UntrustedEvent[],
    how: Pick<ReadAllOptions, 'withoutData'>,
  ): Promise<readonly StoredEvent[]> {
    const { closed } = this.parts;
    const trusted: StoredEvent[] = [];
    const stillClosed = new Set<string>();
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part) {
        const isCovered = closed.covers(event.stream, event.revision);
        if (isCovered && (await this.isStillClosed(event, how, stillClosed))) continue;
        const counts = this.takes(event, how);
        if (counts instanceof Promise ? await counts : counts) trusted.push(event as StoredEvent);
      }
    return trusted;
  }

  /**
   * True if a stream that this process found closed is closed at this event's place now. The stream may have
   * been repaired meanwhile. So the first event of a batch that this service wrote makes it read the stream
   * again. Events of others cost no read.
   * @param stillClosed the streams that were read again for this batch
   */
  private async isStillClosed(
    event: UntrustedEvent,
    how: Pick<ReadAllOptions, 'withoutData'>,
    stillClosed: Set<string>,
  ): Promise<boolean> {
    const { authenticator, closed } = this.parts;
    const { stream, revision } = event;
    if (stillClosed.has(stream) || typeof (await authenticator.alone(event, how)) === 'string') return true;
    await this.load(stream);
    if (!closed.covers(stream, revision)) return false;
    stillClosed.add(stream);
    return true;
  }

  /** True if the event is authenticated. Returns a promise only if something must be read for that. */
  private takes(event: UntrustedEvent, how: Pick<ReadAllOptions, 'withoutData'>): boolean | Promise<boolean> {
    const { authenticator, isOwnStream = () => true } = this.parts;
    const { stream, revision } = event;
    if (!isOwnStream(stream)) return false;
    const before = this.remembered(stream, revision - 1);
    if (before === undefined) return this.takesAfterRead(event, how);
    const result = authenticator.next(event, before, how);
    return result instanceof Promise
      ? result.then((one) => this.tookAfterMemory(event, one, how))
      : this.tookAfterMemory(event, result, how);
  }

  /** Reads the event before, if the remembered one was replaced since (siegel log:repair). */
  private tookAfterMemory(
    event: UntrustedEvent,
    result: Link | EventFault,
    how: Pick<ReadAllOptions, 'withoutData'>,
  ): boolean | Promise<boolean> {
    return result === 'link' && event.revision > 0
      ? this.takesAfterRead(event, how)
      : this.took(event, result);
  }

  private async takesAfterRead(
    event: UntrustedEvent,
    how: Pick<ReadAllOptions, 'withoutData'>,
  ): Promise<boolean> {
    const { store, authenticator, closed } = this.parts;
    const { stream, revision } = event;
    const [stored] = await store.readStream(stream, { from: revision - 1, limit: 1 });
    const before = stored === undefined ? 'revision' : await authenticator.alone(stored);
    if (typeof before === 'string' || before.revision !== revision - 1) {
      closed.close(stream, {
        revision: revision - 1,
        fault: typeof before === 'string' ? before : 'revision',
      });
      return false;
    }
    this.remember(stream, before);
    return this.took(event, await authenticator.next(event, before, how));
  }

  private took({ stream, revision }: UntrustedEvent, result: Link | EventFault): boolean {
    if (typeof result === 'string') this.parts.closed.close(stream, { revision, fault: result });
    else this.remember(stream, result);
    return typeof result !== 'string';
  }

  private remembered(stream: string, revision: number): Link | undefined {
    if (revision < 0) return BEGINNING;
    const hash = this.links.get(keyOf(stream, revision));
    return hash === undefined ? undefined : { revision, hash };
  }

  private remember(stream: string, { revision, hash }: Link): void {
    this.links.set(keyOf(stream, revision), hash);
  }
}

/** The authenticated event log of a running service. */
export class TrustedLog extends TrustedReader {
  private readonly store: TrustedLogParts['store'];

  constructor(parts: TrustedLogParts) {
    super(parts);
    this.store = parts.store;
  }

  /** Like `EventStore.subscribe`, but delivers authenticated events only. */
  subscribe({
    onBatch,
    ...options
  }: Omit<SubscribeOptions, 'onBatch'> & {
    readonly onBatch: (events: readonly StoredEvent[], position: Position) => Promise<void>;
  }): Subscription {
    return this.store.subscribe({
      ...options,
      onBatch: async (events, position) => onBatch(await this.inLogOrder(events, options), position),
    });
  }

  storeId(): Promise<string> {
    return this.store.storeId();
  }

  /** Ends of streams as stored. A caller compares them with authenticated events, and believes only these. */
  ends(streams: readonly string[]): ReturnType<EventStore['ends']> {
    return this.store.ends(streams);
  }

  head(): Promise<Position | undefined> {
    return this.store.head();
  }

  holds(position: Position): Promise<boolean> {
    return this.store.holds(position);
  }

  isBefore(one: Position, other: Position): boolean {
    return this.store.isBefore(one, other);
  }
}

const keyOf = (stream: string, revision: number): string => `${stream}@${revision}`;

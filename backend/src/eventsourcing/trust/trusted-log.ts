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
  type EventChecker,
  BEGINNING,
  type Link,
  type StoredEvent,
  type UntrustedPlace,
} from './authenticate.js';
import { earliest } from './closed-streams.js';
import { beginningOf, lacking, upTo } from './cut-streams.js';
import { TRUST_PREFIX } from './ended.js';
import { type HowToRead, LogOrder } from './log-order.js';
import { SeenEvents } from './seen-events.js';
import type { TrustedBatch, TrustedLogParts, TrustedReaderParts } from './trusted-log-parts.js';

/** Number of events to check between two pauses. This takes a few milliseconds. */
const EVENTS_PER_CHUNK = 100;

type ReadAllOptions = Parameters<EventStore['readAll']>[0];

/**
 * The event log as this service wrote it (rule:log-is-authenticated). Returns no event that is not
 * authenticated, and no event that follows such an event in its stream.
 *
 * A load authenticates a stream from its first event. A reader in log order authenticates each event and its
 * link to the event before it. Both close the stream at the first event that fails.
 */
export class TrustedReader {
  private readonly seen = new SeenEvents();
  private readonly order: LogOrder;

  constructor(private readonly parts: TrustedReaderParts) {
    this.order = new LogOrder(parts, this.seen, (stream) => this.load(stream));
  }

  /** Checks events that were read elsewhere, for verifications that report what they find. */
  get checker(): EventChecker {
    return this.parts.authenticator;
  }

  /**
   * Loads a whole stream, a stream up to and including revision `to`, or the events after the link `after`.
   * If the events after `after` do not count, the caller loads the whole stream, because only the whole tells
   * where the stream is closed: the stored events may have been replaced since `after` was read. For the same
   * reason a part that is not what this process saw is not judged by itself: the whole is loaded.
   * @throws EventStoreUnavailable
   */
  async load(
    stream: string,
    { after = BEGINNING, to }: { readonly after?: Link; readonly to?: number } = {},
  ): Promise<Authenticated> {
    const { closed } = this.parts;
    const isWhole = after.revision < 0 && to === undefined;
    const head = this.seen.headOf(stream);
    const links: Link[] = [];
    // Asked before the read, because another process may append meanwhile.
    const end = isWhole ? await this.endOfTrust(stream) : BEGINNING.revision;
    const read = await this.read(stream, links, after, to);
    const lost = isWhole ? undefined : this.lostInPart(stream, links, { read, after, to, head });
    if (lost !== undefined)
      return to === undefined || after.revision >= 0
        ? upTo(read, lost, after)
        : beginningOf(await this.load(stream), to);
    const continued = isWhole ? await this.continued(stream, read, { links, head }) : read;
    const hashAt = (revision: number): string | undefined =>
      links.find((link) => link.revision === revision)?.hash ?? this.seen.hashAt(stream, revision);
    const place = earliest(closed.forkIn(stream, hashAt), closed.endIn(stream));
    const isRead = place !== undefined && place.revision <= (to ?? place.revision);
    const counted = upTo(continued, isRead ? place : undefined, after);
    const doubt = to === undefined ? closed.recordsIn(stream, counted.last.revision) : undefined;
    const result = end > counted.last.revision ? lacking(counted) : upTo(counted, doubt, after);
    this.seen.seeAll(
      stream,
      links.filter(({ revision }) => revision <= result.last.revision),
    );
    if (result.untrusted === undefined) {
      if (isWhole) closed.open(stream);
      return result;
    }
    if (after.revision < 0) closed.close(stream, result.untrusted);
    return result;
  }

  /**
   * Remembers that this process appended events. Later reads of the stream have to contain them.
   * @param last the last of these events
   */
  appended(stream: string, last: Link): void {
    this.seen.see(stream, last);
  }

  /** Forgets a stream whose branch the operator chose: the memory may know only events of the other branch. */
  forget(stream: string): void {
    this.seen.forget(stream);
  }

  /** True if this process saw an event of the stream behind this revision, and the memory still knows. */
  hasSeen(stream: string, { after = BEGINNING.revision } = {}): boolean {
    return after < (this.seen.headOf(stream)?.revision ?? -1);
  }

  /** Returns the place from which on this process found the stream closed; undefined if it found none. */
  placeIn(stream: string): UntrustedPlace | undefined {
    return this.parts.closed.placeIn(stream);
  }

  /** True if this process knows that the stream, or the records about it, are closed. */
  isClosed(stream: string): boolean {
    return this.parts.closed.isClosed(stream);
  }

  /** Returns the place from which the stream does not count because another event was recorded there before. */
  forkIn(stream: string): UntrustedPlace | undefined {
    return this.parts.closed.forkIn(stream);
  }

  /** Trust streams say what nobody may forget, so a cut end of them is found at each load. */
  private async endOfTrust(stream: string): Promise<number> {
    const { endOfTrust } = this.parts;
    return endOfTrust === undefined || !stream.startsWith(TRUST_PREFIX)
      ? BEGINNING.revision
      : endOfTrust(stream);
  }

  private async read(
    stream: string,
    links: Link[],
    after: Link = BEGINNING,
    to?: number,
  ): Promise<Authenticated> {
    const { store, authenticator } = this.parts;
    const stored = await store.readStream(stream, {
      ...(after.revision < 0 ? {} : { from: after.revision + 1 }),
      ...(to === undefined ? {} : { limit: Math.max(0, to - after.revision) }),
    });
    return authenticator.stream(stream, stored, after, links);
  }

  /**
   * Returns the events of a whole stream up to the first one that is not what this process saw there. A stream
   * that is shorter than before is read again, because a read may come from a server that is behind.
   * @param links the links of `read`; afterwards those of the result
   * @param head the newest event that was seen before the read began
   */
  private async continued(
    stream: string,
    read: Authenticated,
    { links, head }: { readonly links: Link[]; readonly head: Link | undefined },
  ): Promise<Authenticated> {
    const { closed } = this.parts;
    const isBehind = read.untrusted === undefined && read.last.revision < (head?.revision ?? -1);
    if (isBehind) links.length = 0;
    const result = isBehind ? await this.read(stream, links) : read;
    const lost = this.seen.lostIn(stream, links, head);
    if (lost === undefined) return result;
    const { revision, fault } = lost;
    const seen = this.seen.hashAt(stream, revision);
    const recorded = seen === undefined ? undefined : [seen];
    if (!closed.accepts(stream, revision, fault, links[revision]?.hash, recorded))
      return upTo(result, lost, BEGINNING);
    this.seen.replace(stream, result.last);
    return result;
  }

  /** Returns the first place at which a part of a stream is not what this process saw there. */
  private lostInPart(
    stream: string,
    links: readonly Link[],
    {
      read,
      after,
      to = Number.MAX_SAFE_INTEGER,
      head = BEGINNING,
    }: {
      readonly read: Authenticated;
      readonly after: Link;
      readonly to: number | undefined;
      readonly head: Link | undefined;
    },
  ): UntrustedPlace | undefined {
    // Behind a fault nothing was read, so nothing can be missed there.
    const until = read.untrusted === undefined ? to : read.last.revision;
    return this.seen.lostInPart(stream, [after, ...links], Math.min(until, head.revision));
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
    return this.among(await this.parts.store.readStream(stream, { from, limit }));
  }

  /**
   * Returns those of the events that this service wrote, each at its place. Events before them may be missing.
   * @throws EventStoreUnavailable
   */
  async among(events: readonly UntrustedEvent[]): Promise<readonly StoredEvent[]> {
    const found: StoredEvent[] = [];
    const authenticator = this.parts.authenticator.forBatch();
    for (const event of events)
      if (typeof (await authenticator.alone(event)) !== 'string') found.push(event as StoredEvent);
    return found;
  }

  /** Yields all events after a position. The options are those of the store. @throws EventStoreUnavailable */
  async *readAll(options: ReadAllOptions): AsyncGenerator<TrustedBatch, undefined> {
    for await (const { events, position } of this.parts.store.readAll(options))
      yield { events: await this.inLogOrder(events, options), position };
  }

  protected inLogOrder(events: readonly UntrustedEvent[], how: HowToRead): Promise<readonly StoredEvent[]> {
    return this.order.take(events, how);
  }

  /**
   * Returns the events of a batch that are authenticated by themselves, whatever the state of their streams is.
   * Events behind a fault and both branches of a fork are among them.
   */
  protected async alone(
    events: readonly UntrustedEvent[],
    { withoutData = false }: Pick<ReadAllOptions, 'withoutData'>,
  ): Promise<readonly StoredEvent[]> {
    const { isOwnStream = () => true } = this.parts;
    const authenticator = this.parts.authenticator.forBatch();
    const trusted: StoredEvent[] = [];
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part)
        if (
          isOwnStream(event.stream) &&
          typeof (await authenticator.alone(event, { withoutData })) !== 'string'
        )
          trusted.push(event as StoredEvent);
    return trusted;
  }
}

/** The authenticated event log of a running service. */
export class TrustedLog extends TrustedReader {
  private readonly store: TrustedLogParts['store'];

  constructor(parts: TrustedLogParts) {
    super(parts);
    this.store = parts.store;
  }

  /**
   * Like `EventStore.subscribe`, but delivers authenticated events only.
   * @param options `isAlone`: true to authenticate each event by itself, whatever precedes it
   */
  subscribe({
    onBatch,
    isAlone = false,
    ...options
  }: Omit<SubscribeOptions, 'onBatch'> & {
    readonly isAlone?: boolean;
    readonly onBatch: (events: readonly StoredEvent[], position: Position) => Promise<void>;
  }): Subscription {
    return this.store.subscribe({
      ...options,
      onBatch: async (events, position) =>
        onBatch(await (isAlone ? this.alone(events, options) : this.inLogOrder(events, options)), position),
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

import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { endOf } from '../end-of.js';
import { forEachConcurrently } from '../../../platform/async/for-each-concurrently.js';
import {
  type EventStore,
  type NewestOptions,
  type Position,
  type ReadStreamOptions,
  StreamDeletedForGood,
  type StreamEnd,
  type UntrustedEvent,
} from '../event-store.js';
import type { Connection } from './connection.js';
import { TIMED_OUT, unavailable } from './failures.js';
import { Inbox } from './inbox.js';
import type { OwnStreams } from './own-streams.js';
import { asPosition, isBefore, isNowhere, isPosition, startOf } from './positions.js';
import { storedEvent, streamOf } from './recorded-event.js';
import { newestRequest, type StreamFilter, streamRequest, subscriptionRequest } from './requests.js';

type ReadAllOptions = Parameters<EventStore['readAll']>[0];
type Batch = { events: readonly UntrustedEvent[]; position: Position };

export interface OpenSubscription {
  readonly call: ClientReadableStream<ReadResp>;
  readonly failed: (error: unknown) => Promise<unknown>;
  close(): void;
}

/**
 * Maximum number of concurrent reads of stream ends. Each stream needs a read of its own, because the
 * protocol cannot request several streams in one call.
 */
const CONCURRENT_END_READS = 10;

/**
 * Milliseconds for which events are gathered, so that every batch but the last is full. No user waits for
 * these batches.
 */
const GATHER_MS = 1_000;

export class LogReader {
  readonly ownFilter: StreamFilter;

  constructor(
    private readonly connection: Connection,
    private readonly streams: OwnStreams,
  ) {
    this.ownFilter = { regex: streams.regex };
  }

  /** Reads from the leader, because a decision on a stream must see all acknowledged events. */
  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<UntrustedEvent[]> {
    const full = this.streams.full(stream);
    const found = await this.readFull(full, options);
    return stream === full ? found : found.map((event) => ({ ...event, stream }));
  }

  /** Reads the last event of each stream from the leader. */
  async ends(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>> {
    const found = new Map<string, StreamEnd>();
    await forEachConcurrently(streams, CONCURRENT_END_READS, async (stream) => {
      const [last] = await this.readFull(this.streams.full(stream), { direction: 'backwards', limit: 1 });
      if (last !== undefined) found.set(stream, endOf(last));
    });
    return found;
  }

  /**
   * Reads a stream. `stream` is the name that the stream has on the server. A stream that was deleted for good
   * has no event, like one that never was: its readers notice what is missing.
   */
  async readFull(stream: string, { direction, from, limit }: ReadStreamOptions): Promise<UntrustedEvent[]> {
    if (limit !== undefined && limit < 1) return [];
    const request = streamRequest(stream, {
      backwards: direction === 'backwards',
      ...(from !== undefined && { from }),
      ...(limit !== undefined && { limit }),
    });
    const found: UntrustedEvent[] = [];
    for (const response of await this.connection.read(request).catch(nothingIfDeleted)) {
      const recorded = response.getEvent()?.getEvent();
      if (recorded !== undefined) found.push(storedEvent(recorded, stream));
    }
    return found;
  }

  /**
   * Returns the position of our newest event. If the newest event of the log belongs to another application,
   * the server searches backwards through the events of other applications. In a large log, this takes
   * seconds.
   */
  async head(): Promise<Position | undefined> {
    const newest = await this.newestAt(undefined);
    if (newest !== undefined && this.streams.own(newest.stream) !== undefined) return newest.position;
    return (await this.newestAt(this.ownFilter))?.position;
  }

  /**
   * Reads the newest event of the log from the leader, even if the event belongs to another application. The
   * cost does not depend on the size of the log.
   * @returns the event's position, or undefined if the event does not belong to this store
   * @throws EventStoreUnavailable
   */
  async newestOwn(): Promise<Position | undefined> {
    const newest = await this.newestAt(undefined);
    return newest !== undefined && this.streams.own(newest.stream) !== undefined
      ? newest.position
      : undefined;
  }

  /**
   * True if the position is not past the end of the log. A position past our newest event is accepted,
   * because a checkpoint may be at an event of another application. The position 'nowhere' is accepted too,
   * and means the beginning of the log.
   */
  async holds(position: Position): Promise<boolean> {
    if (!isPosition(position)) return false;
    if (isNowhere(position)) return true;
    const newest = await this.newestAt(undefined);
    return newest !== undefined && !isBefore(newest.position, position);
  }

  /**
   * Returns the filter for past events. It names the streams whose events the server sends. Returns undefined
   * if all our streams are wanted.
   */
  narrowFilter(prefixes: readonly string[] | undefined): StreamFilter | undefined {
    if (prefixes === undefined || prefixes.length === 0 || prefixes.includes('')) return undefined;
    return { prefixes: prefixes.map((prefix) => this.streams.full(prefix)) };
  }

  wanted(prefixes: readonly string[] | undefined): (full: string) => string | undefined {
    return (full) => {
      const stream = this.streams.own(full);
      if (stream === undefined || prefixes === undefined) return stream;
      return prefixes.some((prefix) => stream.startsWith(prefix)) ? stream : undefined;
    };
  }

  /** Reads the log up to the event that is our newest event when the call begins. */
  async *readAll({ streamPrefixes, batchSize = 500, ...options }: ReadAllOptions): AsyncGenerator<Batch> {
    const after = startOf(options.after);
    const end = await this.head();
    if (end === undefined || (after !== undefined && !isBefore(after, end))) return;
    const filter = this.narrowFilter(streamPrefixes) ?? this.ownFilter;
    const { call, close, failed } = await this.subscribe(after, filter, { leader: true });
    const inbox = new Inbox(call, {
      after,
      limit: batchSize,
      wanted: this.wanted(streamPrefixes),
      gatherMs: GATHER_MS,
    });
    try {
      for (let position = after; position === undefined || isBefore(position, end); ) {
        await inbox.ready();
        const chunk = inbox.take();
        position = chunk.position ?? position;
        const last = inbox.caughtUp && inbox.isEmpty;
        if (last && (position === undefined || isBefore(position, end))) position = end;
        if (position !== undefined) yield { events: chunk.events, position };
      }
    } catch (error) {
      throw await failed(error);
    } finally {
      close();
    }
  }

  /** Yields the metadata of our streams with these prefixes, in log order. @throws EventStoreUnavailable */
  async *metadataOf(streamPrefixes: readonly string[]): AsyncGenerator<UntrustedEvent> {
    const filter = { prefixes: streamPrefixes.map((prefix) => this.streams.metadataOf(prefix)) };
    const { call, close, failed } = await this.subscribe(undefined, filter, { leader: true });
    const wanted = (full: string): string | undefined => this.streams.ownOfMetadata(full);
    const inbox = new Inbox(call, { after: undefined, limit: 500, wanted, gatherMs: GATHER_MS });
    try {
      for (let isOver = false; !isOver; isOver = inbox.caughtUp && inbox.isEmpty) {
        await inbox.ready();
        yield* inbox.take().events;
      }
    } catch (error) {
      throw await failed(error);
    } finally {
      close();
    }
  }

  /**
   * Opens a subscription, but does not wait until the server confirms it. If no confirmation comes in time,
   * the subscription fails.
   * @param settings `leader`: if false (the default), any node may serve the subscription; a node other than
   * the leader may have fewer events
   * @throws EventStoreUnavailable
   */
  async subscribe(
    after: Position | undefined,
    filter: StreamFilter,
    { leader } = { leader: false },
  ): Promise<OpenSubscription> {
    const { client, metadata, options, failed } = await this.connection.start(StreamsClient, {
      leader,
      endless: true,
    });
    const call = client.read(subscriptionRequest(after, filter), metadata, options);
    const late = setTimeout(
      () => call.destroy(unavailable(`${TIMED_OUT}: no subscription`)),
      this.connection.deadlineMs,
    );
    call.once('data', () => clearTimeout(late));
    const close = (): void => {
      clearTimeout(late);
      call.on('error', () => undefined);
      call.cancel();
    };
    return { call, close, failed };
  }

  /** Reads the newest events of these streams from the leader. */
  async newest({ streamPrefixes, limit }: NewestOptions): Promise<UntrustedEvent[]> {
    const filter = this.narrowFilter(streamPrefixes) ?? this.ownFilter;
    const wanted = this.wanted(streamPrefixes);
    const found: UntrustedEvent[] = [];
    for (const response of await this.connection.read(newestRequest(filter, limit))) {
      const recorded = response.getEvent()?.getEvent();
      const stream = recorded && wanted(streamOf(recorded));
      if (recorded !== undefined && stream !== undefined) found.push(storedEvent(recorded, stream));
    }
    return found;
  }

  private async newestAt(
    filter: StreamFilter | undefined,
  ): Promise<{ stream: string; position: Position } | undefined> {
    const [newest] = await this.connection.read(newestRequest(filter, 1));
    const recorded = newest?.getEvent()?.getEvent();
    return recorded && { stream: streamOf(recorded), position: asPosition(recorded.getCommitPosition()) };
  }
}

function nothingIfDeleted(error: unknown): ReadResp[] {
  if (error instanceof StreamDeletedForGood) return [];
  throw error;
}

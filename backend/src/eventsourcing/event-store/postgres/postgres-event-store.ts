import type { Pool } from 'pg';
import { type Logger, silentLogger } from '../../../platform/logging/logger.js';
import { createPool } from '../../../platform/postgres/pool.js';
import { isUnavailable } from '../../../platform/postgres/unavailable.js';
import type {
  AppendResult,
  EventBytes,
  EventStore,
  ExpectedRevision,
  NewestOptions,
  Position,
  ReadStreamOptions,
  UntrustedEvent,
  StreamEnd,
  SubscribeOptions,
  Subscription,
} from '../event-store.js';
import { AppendQueue, unavailable } from './append-queue.js';
import { LogReader } from './log-reader.js';
import { LogSubscription } from './log-subscription.js';
import { isBefore } from './rows.js';
import { misplacedEvents } from './misplaced-events.js';
import { ensureSchema } from './schema.js';
import { SeenRevisions } from './seen-revisions.js';
import { Signals } from './signals.js';
import {
  isHeld,
  lastPosition,
  newestEvents,
  positionOf,
  readLog,
  readStream,
  streamEnds,
} from './stored-log.js';
import { WriterConnection } from './writer-connection.js';
import { sessionName } from '../../../platform/postgres/session-name.js';

export interface PostgresEventStoreOptions {
  readonly url: string;
  readonly logger?: Logger;
  /** Called each time a lost connection is restored. */
  readonly onReconnect?: () => void;
  /** Called with the connection pool that is used for reads. */
  readonly onPool?: ((pool: Pool) => void) | undefined;
  /** Passed to `createPool` (see `PoolOptions`). */
  readonly connectWithinMs?: number | undefined;
  /**
   * When this signal aborts, all connections are cut. Calls under way then fail as if the connection were
   * lost.
   */
  readonly cut?: AbortSignal | undefined;
  /** True if the log refuses events without a MAC from now on. */
  readonly markedOnly?: boolean | undefined;
}

/**
 * Number of connections that append. With more of them, fewer appends would share a commit, and no append
 * would be faster.
 */
export const WRITERS = 2;

/**
 * Opens the event store on PostgreSQL. It has a schema of its own, which is created if it is missing.
 * @throws EventStoreUnavailable
 */
export async function createPostgresEventStore(options: PostgresEventStoreOptions): Promise<EventStore> {
  const { url, logger = silentLogger, onReconnect = () => undefined, onPool, connectWithinMs, cut } = options;
  const { markedOnly } = options;
  const readers = createPool(url, { max: 6, name: sessionName('event reads'), logger, connectWithinMs, cut });
  onPool?.(readers);
  try {
    return new PostgresEventStore(await ensureSchema(readers, { markedOnly, logger }), readers, {
      url,
      logger,
      onReconnect,
      connectWithinMs,
      cut: cut ?? new AbortController().signal,
    });
  } catch (error) {
    await readers.end();
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}

class PostgresEventStore implements EventStore {
  private readonly reader: LogReader;
  private readonly signals: Signals;
  private readonly queue: AppendQueue;
  private readonly seen = new SeenRevisions();
  private readonly writers: readonly WriterConnection[];
  private readonly subscriptions = new Set<LogSubscription>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly id: string,
    private readonly readers: Pool,
    {
      url,
      logger,
      onReconnect,
      connectWithinMs,
      cut,
    }: Required<Omit<PostgresEventStoreOptions, 'connectWithinMs' | 'onPool' | 'markedOnly'>> &
      Pick<PostgresEventStoreOptions, 'connectWithinMs'>,
  ) {
    this.reader = new LogReader(readers);
    this.signals = new Signals(url, { onNotification: () => this.reader.wake(), onReconnect }, logger);
    this.writers = Array.from(
      { length: WRITERS },
      () => new WriterConnection(url, onReconnect, connectWithinMs),
    );
    cut.addEventListener('abort', () => this.writers.forEach((writer) => writer.cut()), { once: true });
    this.queue = new AppendQueue(this.writers, readers, this.seen, (appended) => {
      this.reader.appended(appended);
      // Other processes are notified after the subscribers in this process have begun to handle the events.
      setImmediate(() => this.signals.notify());
    });
  }

  storeId(): Promise<string> {
    return Promise.resolve(this.id);
  }

  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult> {
    if (events.length === 0 || stream === '')
      return Promise.reject(new Error('an append needs a stream and at least one event'));
    return this.queue.append({ stream, expected, events });
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<UntrustedEvent[]> {
    const events = await readStream(this.readers, stream, options);
    const last = events.at(options.direction === 'backwards' ? 0 : -1);
    if (last !== undefined) this.seen.note(stream, last.revision);
    return events;
  }

  ends(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>> {
    return streamEnds(this.readers, streams);
  }

  readAll(options: Parameters<EventStore['readAll']>[0]): ReturnType<EventStore['readAll']> {
    return readLog(this.reader, options);
  }

  newest(options: NewestOptions): Promise<UntrustedEvent[]> {
    return newestEvents(this.readers, options);
  }

  misplaced(options: Parameters<EventStore['misplaced']>[0]): ReturnType<EventStore['misplaced']> {
    return misplacedEvents(this.readers, options);
  }

  subscribe(options: SubscribeOptions): Subscription {
    const subscription = new LogSubscription(this.reader, options);
    this.subscriptions.add(subscription);
    return {
      stop: async () => {
        this.subscriptions.delete(subscription);
        await subscription.stop();
      },
    };
  }

  async head(): Promise<Position | undefined> {
    return positionOf(await lastPosition(this.readers));
  }

  async holds(position: Position): Promise<boolean> {
    return isHeld(position, await lastPosition(this.readers));
  }

  isBefore(one: Position, other: Position): boolean {
    return isBefore(one, other);
  }

  /**
   * Checks reading only. Whether the database accepts writes is checked elsewhere
   * (platform/postgres/writable.ts).
   */
  async check(): Promise<void> {
    await lastPosition(this.readers);
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.queue.close();
    this.reader.close();
    await this.signals.close();
    await Promise.all([...this.writers.map((writer) => writer.close()), this.readers.end()]);
  }
}

import { type Logger, silentLogger } from '../../../platform/logging/logger.js';
import type {
  AppendResult,
  AppendRight,
  EventBytes,
  EventStore,
  ExpectedRevision,
  Position,
  SubscribeOptions,
  Subscription,
} from '../event-store.js';
import { AppendCalls } from './append-call.js';
import { AppendProbe } from './append-probe.js';
import { Appender } from './appender.js';
import { Connection } from './connection.js';
import { showHidden } from './hidden-events.js';
import { identityOf } from './identity.js';
import { LogReader } from './log-reader.js';
import { LogSubscription } from './log-subscription.js';
import { type OwnStreams, ownStreams } from './own-streams.js';
import { isBefore, noneMisplaced, startOf } from './positions.js';
import { assertVersion } from './server-features.js';
import { SignsOfLife } from './signs-of-life.js';

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`. The scheme may also be `kurrentdb` or `kdb` instead of `esdb`. */
  readonly connectionString: string;
  readonly logger?: Logger;
  /** Prefix of every stream's name, so that other applications can use the same server. */
  readonly streamPrefix?: string;
  /** Deadline of each call in milliseconds. Default: the connection string's `defaultDeadline`, else 10 s. */
  readonly deadlineMs?: number;
  /** Called each time the server confirms a subscription again after the subscription has failed. */
  readonly onReconnect?: () => void;
  /** The right to append, which is checked right before each append is sent. */
  readonly right?: AppendRight | undefined;
}

/**
 * Opens the event store on EventStoreDB.
 * @throws EventStoreUnavailable with advice if the server cannot be reached, refuses the credentials or is
 * too old
 * @throws Error if the connection string cannot be used
 */
export async function createEventStoreDbEventStore(options: EventStoreDbOptions): Promise<EventStore> {
  const { connectionString, logger = silentLogger, streamPrefix = '', deadlineMs, onReconnect } = options;
  const connection = new Connection(connectionString, logger, deadlineMs);
  const streams = ownStreams(streamPrefix);
  const reader = new LogReader(connection, streams);
  const calls = new AppendCalls(connection, options.right);
  try {
    const version = await assertVersion(connection);
    const [id, head] = await Promise.all([identityOf(reader, calls, streams), reader.head()]);
    logger.info({ version, storeId: id }, 'connected to EventStoreDB');
    const readStream = reader.readStream.bind(reader);
    const appender = new Appender({ calls, streams, head, readStream });
    const probe = new AppendProbe(calls, reader, streams);
    return new EventStoreDbEventStore(id, {
      connection,
      reader,
      calls,
      streams,
      appender,
      probe,
      onReconnect,
    });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

interface Parts {
  readonly connection: Connection;
  readonly reader: LogReader;
  readonly calls: AppendCalls;
  readonly streams: OwnStreams;
  readonly appender: Appender;
  readonly probe: AppendProbe;
  readonly onReconnect: (() => void) | undefined;
}

class EventStoreDbEventStore implements EventStore {
  readonly readStream: EventStore['readStream'];
  readonly readAll: EventStore['readAll'];
  readonly newest: EventStore['newest'];
  readonly misplaced = noneMisplaced;
  readonly ends: EventStore['ends'];
  private readonly subscriptions = new Set<LogSubscription>();
  private readonly signs: SignsOfLife;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly id: string,
    private readonly parts: Parts,
  ) {
    this.signs = new SignsOfLife(parts.reader, this.subscriptions);
    this.readStream = (stream, options) => parts.reader.readStream(stream, options);
    this.ends = (streams) => parts.reader.ends(streams);
    this.readAll = (options) => parts.reader.readAll(options);
    this.newest = (options) => parts.reader.newest(options);
  }

  storeId(): Promise<string> {
    return Promise.resolve(this.id);
  }

  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult> {
    return this.parts.appender.append(stream, expected, events);
  }

  subscribe(options: SubscribeOptions): Subscription {
    const { reader, onReconnect } = this.parts;
    const subscription = new LogSubscription(reader, options, onReconnect);
    this.subscriptions.add(subscription);
    return {
      stop: async () => {
        this.subscriptions.delete(subscription);
        await subscription.stop();
      },
    };
  }

  head(): Promise<Position | undefined> {
    return this.parts.reader.head();
  }

  holds(position: Position): Promise<boolean> {
    return this.parts.reader.holds(position);
  }

  isBefore(one: Position, other: Position): boolean {
    const [from, to] = [startOf(one), startOf(other)];
    return to !== undefined && (from === undefined || isBefore(from, to));
  }

  async check(): Promise<void> {
    await this.parts.reader.newestOwn();
    await this.parts.probe.check();
  }

  showHidden(stream: string): Promise<void> {
    return showHidden(this.parts, stream);
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.signs.stop();
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.parts.calls.close();
    await this.parts.connection.close();
  }
}

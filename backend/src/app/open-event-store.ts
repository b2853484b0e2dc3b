import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { AppendRight, EventStore, InspectedLog } from '../eventsourcing/event-store/event-store.js';
import { countReconnects, meteredEventStore } from '../eventsourcing/event-store/metered-event-store.js';
import type { SecuredServers } from '../eventsourcing/event-store/eventstoredb/connection-string.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { openPostgresLog } from '../eventsourcing/event-store/postgres/stored-log.js';
import { type Logger, silentLogger } from '../platform/logging/logger.js';

/**
 * Location of the events: the EventStoreDB at `url`, or the PostgreSQL database at `databaseUrl` if there is
 * no `url`.
 */
export interface EventStoreLocation {
  /** `esdb://…`, `kurrentdb://…` and the like. */
  readonly url: string | undefined;
  readonly databaseUrl: string;
  /** Prefix for the names of our streams, so that an EventStoreDB can be shared; none by default. */
  readonly prefix?: string;
  /** Called each time a lost connection is restored. */
  readonly onReconnect?: () => void;
  /** Called with the readers' pool if the events are in PostgreSQL. */
  readonly onPool?: ((pool: Pool) => void) | undefined;
  /** Milliseconds to open a connection to PostgreSQL. */
  readonly connectWithinMs?: number | undefined;
  /**
   * Time limit, in milliseconds, for each response from EventStoreDB in `openStoredLog`. The default is the
   * deadline in `url`.
   */
  readonly answerWithinMs?: number | undefined;
  /** If the events are in PostgreSQL, the connections are cut when this signal aborts. */
  readonly cut?: AbortSignal | undefined;
  /**
   * The right that each append to EventStoreDB needs. The store in PostgreSQL does not need it, because that
   * store itself refuses appends by a backend that may not append.
   */
  readonly right?: AppendRight;
  /** True if a log in PostgreSQL refuses events without a MAC from now on. */
  readonly markedOnly?: boolean;
}

/** Configuration of the event store, as the environment gives it. */
export interface StoreOptions {
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  readonly eventStorePrefix?: string | undefined;
  readonly connectWithinMs?: number | undefined;
}

/** @param cut see `EventStoreLocation` */
export const locationOf = (
  { databaseUrl, eventStoreUrl, eventStorePrefix, connectWithinMs }: StoreOptions,
  cut: AbortSignal,
): EventStoreLocation => ({
  url: eventStoreUrl,
  databaseUrl,
  connectWithinMs,
  cut,
  ...(eventStorePrefix === undefined ? {} : { prefix: eventStorePrefix }),
});

/**
 * Checks the address of an EventStoreDB and the files that it names. Does not connect.
 * @throws OperatorError
 */
export async function checkEventStoreUrl(url: string): Promise<void> {
  const { Connection } = await import('../eventsourcing/event-store/eventstoredb/connection.js');
  await new Connection(url, silentLogger).close();
}

/** See `securedServers` in connection-string.ts. */
export async function securedServers(url: string): Promise<SecuredServers | undefined> {
  const found = await import('../eventsourcing/event-store/eventstoredb/connection-string.js');
  return found.securedServers(url);
}

/** @throws EventStoreUnavailable, whose message says what to do */
export async function openEventStore(location: EventStoreLocation, logger: Logger): Promise<EventStore> {
  const { url, databaseUrl, prefix, onReconnect, onPool, connectWithinMs, cut, right, markedOnly } = location;
  const common = { logger, ...(onReconnect === undefined ? {} : { onReconnect }) };
  if (url === undefined)
    return createPostgresEventStore({
      url: databaseUrl,
      ...common,
      onPool,
      connectWithinMs,
      cut,
      markedOnly,
    });
  // gRPC takes some 10 MB, so a backend without EventStoreDB does not load it.
  const { createEventStoreDbEventStore } = await import(
    '../eventsourcing/event-store/eventstoredb/eventstoredb-event-store.js'
  );
  return createEventStoreDbEventStore({
    connectionString: url,
    ...common,
    right,
    ...(prefix === undefined ? {} : { streamPrefix: prefix }),
  });
}

/**
 * Opens the log for reading only.
 * @throws EventStoreUnavailable, whose message says what to do; OperatorError if there is no log
 */
export async function openStoredLog(
  { url, databaseUrl, prefix, connectWithinMs, answerWithinMs, cut }: EventStoreLocation,
  logger: Logger,
): Promise<InspectedLog> {
  if (url === undefined) return openPostgresLog({ url: databaseUrl, connectWithinMs, cut });
  const { openEventStoreDbLog } = await import('../eventsourcing/event-store/eventstoredb/stored-log.js');
  return openEventStoreDbLog({
    connectionString: url,
    logger,
    deadlineMs: answerWithinMs,
    ...(prefix === undefined ? {} : { streamPrefix: prefix }),
  });
}

/**
 * Like `openEventStore`, but with metrics if there is a registry.
 * @throws EventStoreUnavailable, whose message says what to do
 */
export async function openMeteredStore(
  location: EventStoreLocation,
  logger: Logger,
  metrics: Registry | undefined,
): Promise<EventStore> {
  if (metrics === undefined) return openEventStore(location, logger);
  const name = location.url === undefined ? 'postgresql' : 'eventstoredb';
  const store = await openEventStore({ ...location, onReconnect: countReconnects(metrics, name) }, logger);
  return meteredEventStore(store, metrics, name);
}

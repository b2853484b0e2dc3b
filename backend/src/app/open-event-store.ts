import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { AppendRight, EventStore, InspectedLog } from '../eventsourcing/event-store/event-store.js';
import { countReconnects, meteredEventStore } from '../eventsourcing/event-store/metered-event-store.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { openPostgresLog } from '../eventsourcing/event-store/postgres/stored-log.js';
import { type Logger, silentLogger } from '../platform/logging/logger.js';

/** Where the events are: EventStoreDB at `url`, or the PostgreSQL at `databaseUrl` where none is named. */
export interface EventStorePlace {
  /** `esdb://…`, `kurrentdb://…` and the like. */
  readonly url: string | undefined;
  readonly databaseUrl: string;
  /** Prefix of the names of our streams, to share an EventStoreDB; none by default. */
  readonly prefix?: string;
  /** Called each time a lost connection is restored. */
  readonly onReconnect?: () => void;
  /** Called with the pool of those who read, where the events are in the PostgreSQL. */
  readonly onPool?: ((pool: Pool) => void) | undefined;
  /** Milliseconds for a connection to the PostgreSQL. */
  readonly connectWithinMs?: number | undefined;
  /** Milliseconds for each answer of an EventStoreDB, to whoever only reads; as its address has it by default. */
  readonly answerWithinMs?: number | undefined;
  /** Cuts the connections of one that is in the PostgreSQL. */
  readonly cut?: AbortSignal | undefined;
  /** Required before each append; one in the PostgreSQL refuses by itself. */
  readonly right?: AppendRight;
}

/**
 * Looks at the address of an EventStoreDB and at the files that it names, and connects to nothing.
 * @throws OperatorError
 */
export async function checkEventStoreUrl(url: string): Promise<void> {
  const { Connection } = await import('../eventsourcing/event-store/eventstoredb/connection.js');
  await new Connection(url, silentLogger).close();
}

/** @throws EventStoreUnavailable with what to do */
export async function openEventStore(
  { url, databaseUrl, prefix, onReconnect, onPool, connectWithinMs, cut, right }: EventStorePlace,
  logger: Logger,
): Promise<EventStore> {
  const common = { logger, ...(onReconnect === undefined ? {} : { onReconnect }) };
  if (url === undefined)
    return createPostgresEventStore({ url: databaseUrl, ...common, onPool, connectWithinMs, cut });
  // A backend without EventStoreDB has no use for gRPC, which takes some 10 MB.
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

/** @throws EventStoreUnavailable with what to do, OperatorError where there is none */
export async function openStoredLog(
  { url, databaseUrl, prefix, connectWithinMs, answerWithinMs, cut }: EventStorePlace,
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

/** The same, of which `/metrics` tells where there is a registry. @throws EventStoreUnavailable with what to do */
export async function openMeteredStore(
  place: EventStorePlace,
  logger: Logger,
  metrics: Registry | undefined,
): Promise<EventStore> {
  if (metrics === undefined) return openEventStore(place, logger);
  const name = place.url === undefined ? 'postgresql' : 'eventstoredb';
  const store = await openEventStore({ ...place, onReconnect: countReconnects(metrics, name) }, logger);
  return meteredEventStore(store, metrics, name);
}

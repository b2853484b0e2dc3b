import type { EventStore } from './platform/event-store/event-store.js';
import { createEventStoreDbEventStore } from './platform/event-store/eventstoredb/eventstoredb-event-store.js';
import { createPostgresEventStore } from './platform/event-store/postgres/postgres-event-store.js';
import type { Logger } from './platform/logger.js';

/** Where the events are: EventStoreDB at `url`, or the PostgreSQL at `databaseUrl` where none is named. */
export interface EventStorePlace {
  /** `esdb://…`, `kurrentdb://…` and the like. */
  readonly url: string | undefined;
  readonly databaseUrl: string;
  /** Sets our streams apart on an EventStoreDB that is shared; none by default. */
  readonly prefix?: string;
}

/** @throws EventStoreUnavailable with what to do */
export function openEventStore({ url, databaseUrl, prefix }: EventStorePlace, logger: Logger): Promise<EventStore> {
  if (url === undefined) return createPostgresEventStore({ url: databaseUrl, logger });
  return createEventStoreDbEventStore({ connectionString: url, logger, ...(prefix === undefined ? {} : { streamPrefix: prefix }) });
}

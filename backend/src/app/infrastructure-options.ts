import type { Registry } from 'prom-client';
import type { EventStoreMoved } from '../eventsourcing/event-store/event-store.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import type { Secrets } from './secrets.js';

export interface InfrastructureOptions {
  readonly databaseUrl: string;
  /** EventStoreDB; without it the events are in the database. */
  readonly eventStoreUrl?: string | undefined;
  /** Prefix of the names of our streams, to share an EventStoreDB. */
  readonly eventStorePrefix?: string;
  /** Of the key of search indexes, 1 by default. */
  readonly searchKeyVersion?: number;
  /** Where appends, conflicts and faults are counted; nowhere by default. */
  readonly metrics?: Registry;
  /** Where spans are recorded; nowhere by default. */
  readonly tracing?: Tracing;
  readonly secrets: Pick<
    Secrets,
    'masterKey' | 'masterKeyOld' | 'sessionSecrets' | 'indexKey' | 'checkpointKeys'
  >;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Of this machine, to be held against the database's; the operating system's by default. */
  readonly machineClock?: Clock | undefined;
  /** Milliseconds for a connection to the database, 5 000 by default. */
  readonly connectWithinMs?: number | undefined;
  /** Takes also a database that has none of the keys of what the event store holds. */
  readonly withoutKeys?: boolean;
  /**
   * Takes also an event store that was put back to before what the database has read of it, or that is another
   * than the one in use: for whoever sets that right.
   */
  readonly anyStore?: boolean;
  /** Called once when the log was moved to another store: nothing can be appended any more. */
  readonly onMoved?: ((moved: EventStoreMoved) => void) | undefined;
}

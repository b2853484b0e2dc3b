import type { Registry } from 'prom-client';
import type { EventStoreMoved } from '../eventsourcing/event-store/event-store.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import type { Secrets } from './secrets.js';

export interface InfrastructureOptions {
  readonly databaseUrl: string;
  /** Address of an EventStoreDB; without it the events are in the database. */
  readonly eventStoreUrl?: string | undefined;
  /** Prefix of the names of our streams, to share an EventStoreDB. */
  readonly eventStorePrefix?: string;
  /** Version of the key of search indexes; 1 by default. */
  readonly searchKeyVersion?: number;
  /** Registry that counts appends, conflicts and faults, among others; none by default. */
  readonly metrics?: Registry;
  /** Records spans; nothing does by default. */
  readonly tracing?: Tracing;
  readonly secrets: Pick<
    Secrets,
    'masterKey' | 'masterKeyOld' | 'sessionSecrets' | 'indexKey' | 'checkpointKeys'
  >;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Clock of this machine, which is compared with the database's; by default the operating system's. */
  readonly machineClock?: Clock | undefined;
  /** Milliseconds for a connection to the database; 5 000 by default. */
  readonly connectWithinMs?: number | undefined;
  /** Also accepts a database that has no key of the events in the event store. */
  readonly withoutKeys?: boolean;
  /**
   * Also accepts an event store that was restored to an older state than the database has read, or that is
   * not the one in use, so that a command can repair this.
   */
  readonly anyStore?: boolean;
  /** Called once when the log was moved to another store: nothing can be appended any more. */
  readonly onMoved?: ((moved: EventStoreMoved) => void) | undefined;
}

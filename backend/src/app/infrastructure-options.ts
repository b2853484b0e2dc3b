import type { Registry } from 'prom-client';
import type { EventStoreMoved } from '../eventsourcing/event-store/event-store.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import type { Secrets } from './secrets.js';

export interface InfrastructureOptions {
  readonly databaseUrl: string;
  /** Address of an EventStoreDB; if it is missing, the database holds the events. */
  readonly eventStoreUrl?: string | undefined;
  /** Prefix for the names of our streams, so that an EventStoreDB can be shared. */
  readonly eventStorePrefix?: string;
  /** Version of the key for search indexes; 1 by default. */
  readonly searchKeyVersion?: number;
  /** Registry for metrics such as appends, conflicts and faults; none by default. */
  readonly metrics?: Registry;
  /** Records spans; by default no spans are recorded. */
  readonly tracing?: Tracing;
  readonly secrets: Pick<
    Secrets,
    | 'masterKey'
    | 'masterKeyOld'
    | 'sessionSecrets'
    | 'indexKey'
    | 'checkpointKeys'
    | 'appendKeys'
    | 'makeAppendKeys'
    | 'logAdopted'
  >;
  /** Folder for the newest checkpoint; by default it is kept in memory alone. */
  readonly dataDir?: string | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
  /**
   * This machine's clock, which is compared with the database's clock; by default the operating system's
   * clock.
   */
  readonly machineClock?: Clock | undefined;
  /** Milliseconds to open a connection to the database; 5 000 by default. */
  readonly connectWithinMs?: number | undefined;
  /** True to also accept a database that holds no key for the events in the event store. */
  readonly withoutKeys?: boolean;
  /**
   * True to also accept an event store that is not the one in use, and an event store that was restored to an
   * older state. The restored store lacks events that the database has already read. With this option, an
   * operator's command can open the store and repair the mismatch.
   */
  readonly anyStore?: boolean;
  /**
   * True to also accept a log whose newest events are missing, so that checkpoints lie past its end. With this
   * option, an operator's command can put the events back.
   */
  readonly lostEnd?: boolean;
  /** Called once after the log has moved to another store. Afterwards nothing can be appended. */
  readonly onMoved?: ((moved: EventStoreMoved) => void) | undefined;
}

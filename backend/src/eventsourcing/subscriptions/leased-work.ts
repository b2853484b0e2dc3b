import type { EventStore, StoredEvent } from '../event-store/event-store.js';
import type { LeaseKeeper } from './leases/lease.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Checkpoint, Fence } from './checkpoints.js';

/** Work on batches of the log. Only the holder of the lease may do it. */
export interface LeasedWork {
  /** Name of the lease. */
  readonly lease: string;
  /** Name in the status; by default the lease's name. */
  readonly name?: string;
  /** Prefix of the streams whose events are wanted, or several prefixes for several kinds of streams. */
  readonly streamPrefix: string | readonly string[];
  /** True if a user waits for the result, for instance for the row that shows an act. */
  readonly isAwaited?: boolean;
  /** As in `SubscribeOptions`. */
  readonly withoutData?: boolean;
  /**
   * Finds or creates the checkpoint and puts it under the lease's epoch.
   * - `lost`: the checkpoint is under a later epoch
   * - `retired`: a newer backend has changed the table, so this backend must never do this work and stops
   * seeking the lease
   */
  claim(epoch: number): Promise<Checkpoint | 'lost' | 'retired'>;
  /**
   * Handles the batch and moves the checkpoint, in one transaction.
   * - `lost`: the fence did not hold, and nothing was written
   * - `nothing`: there was nothing to write; the checkpoint may move later, together with another write
   */
  commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'>;
  /** Returns the ids of the requests that caused these events, for log lines. */
  correlationsOf?(events: readonly StoredEvent[]): readonly string[];
  /** Moves the checkpoint and writes nothing else. Returns false if the fence did not hold. */
  move(fence: Fence): Promise<boolean>;
}

export interface LeasedSubscriptionOptions {
  readonly store: EventStore;
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  /** Maximum number of events in one batch; 1000 by default. */
  readonly batchSize?: number;
  /**
   * True if the service is busy. Work that no user waits for then pauses after each batch while events gather
   * (`GATHER_MS`). That work then needs fewer commits, and work that users wait for goes first.
   */
  readonly busy?: (() => boolean) | undefined;
  /** Milliseconds before the work is started again after a fault; 1000 by default. */
  readonly pauseMs?: number;
}

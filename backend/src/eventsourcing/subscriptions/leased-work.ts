import type { EventStore, StoredEvent } from '../event-store/event-store.js';
import type { LeaseKeeper } from './leases/lease.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Checkpoint, Fence } from './checkpoints.js';

/** What is done under a lease with the log's batches. */
export interface LeasedWork {
  /** Name of the lease. */
  readonly lease: string;
  /** By which its status is told; the lease's where it has none. */
  readonly name?: string;
  /** Of the streams whose events are wanted; several for more than one kind. */
  readonly streamPrefix: string | readonly string[];
  /** Somebody waits for it, as a caller for the row that shows what was done. */
  readonly isAwaited?: boolean;
  /** As in `SubscribeOptions`. */
  readonly withoutData?: boolean;
  /**
   * Finds or makes the checkpoint and puts it under the lease's epoch. `lost`: a later epoch has it.
   * `retired`: this backend must never do this work (a newer one has changed its table), so it wants the
   * lease no more.
   */
  claim(epoch: number): Promise<Checkpoint | 'lost' | 'retired'>;
  /**
   * Does the batch and moves the checkpoint, in one transaction. `lost`: the fence did not hold, nothing was
   * written. `nothing`: there was nothing to write, and the checkpoint may move later, together with
   * something else.
   */
  commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'>;
  /** Of the requests that these events follow from, for the log. */
  correlationsOf?(events: readonly StoredEvent[]): readonly string[];
  /** Moves the checkpoint alone; false when the fence did not hold. */
  move(fence: Fence): Promise<boolean>;
}

export interface LeasedSubscriptionOptions {
  readonly store: EventStore;
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  /** Most events in one batch, 1000 by default. */
  readonly batchSize?: number;
  /**
   * While it says so, work that nobody waits for lets events gather after each batch (`GATHER_MS`): as much is done in
   * fewer commits, and whoever waits at a screen goes first.
   */
  readonly busy?: (() => boolean) | undefined;
  /** Milliseconds before the work is begun again after a fault, 1000 by default. */
  readonly pauseMs?: number;
}

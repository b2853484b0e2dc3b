import type { StoredEvent } from '../trust/authenticate.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import type { LeaseKeeper } from './leases/lease.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Checkpoint, Fence } from './checkpoints.js';

/** Work on batches of the log. Only the holder of the lease may do it. */
export interface LeasedWork {
  /** Name of the lease. */
  readonly lease: string;
  /** Name in the status; by default the lease's name. */
  readonly name?: string;
  /**
   * Prefix of the names of the streams whose events the work needs. A list of prefixes selects several kinds
   * of streams.
   */
  readonly streamPrefix: string | readonly string[];
  /** True if a user waits for the result, for instance for the row that shows an act. */
  readonly isAwaited?: boolean;
  /** As in `SubscribeOptions`. */
  readonly withoutData?: boolean;
  /** As in `TrustedLog.subscribe`. */
  readonly isAlone?: boolean;
  /**
   * Finds or creates the checkpoint and sets its epoch to the lease's epoch.
   * - `lost`: the checkpoint already has a later epoch
   * - `retired`: a newer version of the program has changed the table. This backend must never do this work
   * again, and stops seeking the lease.
   */
  claim(epoch: number): Promise<Checkpoint | 'lost' | 'retired'>;
  /**
   * Handles the batch and moves the checkpoint, in one transaction.
   * - `lost`: the fence did not hold, and nothing was written
   * - `nothing`: there was nothing to write; the checkpoint may move later, together with another write
   */
  commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'>;
  /** Returns the ids of the requests that caused these events. The ids are written to log lines. */
  correlationsOf?(events: readonly StoredEvent[]): readonly string[];
  /** Moves the checkpoint and writes nothing else. Returns false if the fence did not hold. */
  move(fence: Fence): Promise<boolean>;
}

export interface LeasedSubscriptionOptions {
  readonly log: TrustedLog;
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  /** Maximum number of events in one batch; 1000 by default. */
  readonly batchSize?: number;
  /**
   * True if the service is busy. Work that no user waits for then pauses for `GATHER_MS` after each batch, so
   * that the next batch contains more events. The work then needs fewer commits and leaves capacity for work
   * that users wait for.
   */
  readonly busy?: (() => boolean) | undefined;
  /** Milliseconds before the work is started again after a fault; 1000 by default. */
  readonly pauseMs?: number;
}

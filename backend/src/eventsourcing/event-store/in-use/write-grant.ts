import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { describeError } from '../../../platform/logging/describe-error.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { type AppendRight, EventStoreMoved, EventStoreUnavailable } from '../event-store.js';
import { epochInUse } from './store-in-use.js';

/**
 * Milliseconds for which one check allows this process to write. If the source of a move cannot refuse
 * appends itself, the move waits this long before it copies the log.
 */
export const WRITE_GRANT_MS = 3000;
const CHECK_MS = 1000;

export interface WriteGrantOptions {
  readonly pool: Pick<Pool, 'query'>;
  /** Epoch under which this process uses the store. */
  readonly epoch: number;
  readonly logger: Logger;
  /**
   * Called once, when a check finds that this process has lost the right to write, for instance because the
   * log is being moved.
   */
  readonly onMoved: (moved: EventStoreMoved) => void;
}

/**
 * Grants this process the right to write to its event store. The grant ends when a check finds that the epoch
 * has changed, for instance because a move of the log has begun. The grant also ends `WRITE_GRANT_MS` after
 * the last successful check (docs/decisions/0028-moving-the-log.md), so a process that was suspended has to
 * check the grant again before it writes.
 */
export class WriteGrant implements AppendRight {
  private checkedAt = now();
  private moved: EventStoreMoved | undefined;
  private checking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: WriteGrantOptions) {
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /**
   * Checks the grant again if the last check is too old, for instance after the process was suspended. If the
   * database is unreachable, the check has no result, and `require` throws `EventStoreUnavailable`.
   */
  async known(): Promise<void> {
    if (isWithin(this.checkedAt, WRITE_GRANT_MS)) return;
    this.check();
    await this.checking;
  }

  /** Call this right before the append, with nothing asynchronous in between. */
  require(): void {
    if (this.moved !== undefined) throw this.moved;
    if (!isWithin(this.checkedAt, WRITE_GRANT_MS))
      throw new EventStoreUnavailable(
        `it is unknown whether this event store is still in use: the database has not confirmed it for ${WRITE_GRANT_MS} ms`,
      );
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
  }

  private check(): void {
    if (this.moved !== undefined) return;
    this.checking ??= this.confirm().finally(() => {
      this.checking = undefined;
    });
  }

  private async confirm(): Promise<void> {
    const { pool, epoch, logger, onMoved } = this.options;
    const asked = now();
    try {
      if ((await epochInUse(pool)) === epoch) {
        this.checkedAt = asked;
        return;
      }
    } catch (error) {
      logger.debug(describeError(error), 'the database did not say which event store is in use');
      return;
    }
    this.moved = new EventStoreMoved();
    onMoved(this.moved);
  }
}

type Moment = readonly [steady: number, wall: number];

/**
 * Two clocks are read, because the steady clock may stop while the machine sleeps, and the wall clock may be
 * changed.
 */
const now = (): Moment => [performance.now(), Date.now()];
const isWithin = ([steady, wall]: Moment, ms: number): boolean =>
  performance.now() - steady <= ms && Date.now() - wall <= ms;

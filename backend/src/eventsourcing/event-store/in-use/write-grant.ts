import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { describeError } from '../../../platform/logging/describe-error.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { type AppendRight, EventStoreMoved, EventStoreUnavailable } from '../event-store.js';
import { epochInUse } from './store-in-use.js';

/** Milliseconds for which one check allows this process to write. A move of the log waits this long too. */
export const WRITE_GRANT_MS = 3000;
const CHECK_MS = 1000;

export interface WriteGrantOptions {
  readonly pool: Pick<Pool, 'query'>;
  /** Epoch under which this process uses the store. */
  readonly epoch: number;
  readonly logger: Logger;
  /** Called once, when the log was moved elsewhere. */
  readonly onMoved: (moved: EventStoreMoved) => void;
}

/**
 * Grants this process the right to write to its event store. The grant ends when another store comes into
 * use. It also ends `WRITE_GRANT_MS` after the last check (docs/decisions/0028-moving-the-log.md), so a
 * process that was suspended has to check again first.
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
   * Checks again if the last check is too old, as after a suspension. If the database is unreachable, it
   * stays unknown whether this process has the right.
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

/** Uses two clocks: one may stop while the machine sleeps, the other may be set. */
const now = (): Moment => [performance.now(), Date.now()];
const isWithin = ([steady, wall]: Moment, ms: number): boolean =>
  performance.now() - steady <= ms && Date.now() - wall <= ms;

import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { describeError } from '../../../platform/logging/describe-error.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { type AppendRight, EventStoreMoved, EventStoreUnavailable } from '../event-store.js';
import { epochInUse } from './store-in-use.js';

/** Milliseconds for which a look says that this process may write. Who moves a log waits as long. */
export const TENURE_MS = 3000;
const LOOK_MS = 1000;

export interface TenureOptions {
  readonly pool: Pick<Pool, 'query'>;
  /** As it was when the store was taken into use. */
  readonly epoch: number;
  readonly logger: Logger;
  /** Called once, when somebody moved the log elsewhere. */
  readonly onMoved: (moved: EventStoreMoved) => void;
}

/**
 * The right of this process to write to its event store: it lasts until the store in use is another, and no
 * longer than the last look at that (docs/decisions/0028-moving-the-log.md). A process that was stopped in
 * between finds that it has to look first.
 */
export class Tenure implements AppendRight {
  private lookedAt = now();
  private moved: EventStoreMoved | undefined;
  private looking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: TenureOptions) {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** A process that was held up looks again first; where the database is away it still does not know. */
  async known(): Promise<void> {
    if (isWithin(this.lookedAt, TENURE_MS)) return;
    this.look();
    await this.looking;
  }

  /** To be called when nothing can come in between it and the append. */
  require(): void {
    if (this.moved !== undefined) throw this.moved;
    if (!isWithin(this.lookedAt, TENURE_MS))
      throw new EventStoreUnavailable('it is not known whether this event store is still in use');
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private look(): void {
    if (this.moved !== undefined) return;
    this.looking ??= this.confirm().finally(() => {
      this.looking = undefined;
    });
  }

  private async confirm(): Promise<void> {
    const { pool, epoch, logger, onMoved } = this.options;
    const asked = now();
    try {
      if ((await epochInUse(pool)) === epoch) {
        this.lookedAt = asked;
        return;
      }
    } catch (error) {
      logger.debug(describeError(error), 'the event store in use cannot be looked up');
      return;
    }
    this.moved = new EventStoreMoved();
    onMoved(this.moved);
  }
}

type Moment = readonly [steady: number, wall: number];

/** By both clocks: one may stand still with the machine, the other may be set. */
const now = (): Moment => [performance.now(), Date.now()];
const isWithin = ([steady, wall]: Moment, ms: number): boolean =>
  performance.now() - steady <= ms && Date.now() - wall <= ms;

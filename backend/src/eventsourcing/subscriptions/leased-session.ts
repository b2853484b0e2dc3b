import { type Position, SIGN_OF_LIFE_MS, type Subscription } from '../event-store/event-store.js';
import type { StoredEvent } from '../trust/authenticate.js';
import { describeError } from '../../platform/logging/describe-error.js';
import type { Lease } from './leases/lease.js';
import { assertCheckpoint, type Fence } from './checkpoints.js';
import type { LogProgress } from './events-behind.js';
import type { LeasedSubscriptionOptions, LeasedWork } from './leased-work.js';

/**
 * Maximum time, in milliseconds, that a checkpoint lags behind events that caused no writes. Moving the
 * checkpoint after each such event would be too expensive, because most subscribers ignore most events.
 */
const MOVE_ALONE_MS = 1000;
/**
 * Milliseconds that a session waits after each batch while the service is busy, so that the next batch is
 * larger. This delays only work that no user waits for.
 */
export const GATHER_MS = 100;
/** Longest time, in milliseconds, for which a healthy store sends no sign of life. */
const SILENT_MS = 5 * SIGN_OF_LIFE_MS;
/** Maximum number of requests that a log line names. */
const NAMED_MAX = 10;

class FenceBroken extends Error {
  override readonly name = 'FenceBroken';
}

/**
 * One term of this backend as the leader. The session processes batch after batch, beginning after the
 * checkpoint, until the lease is lost.
 */
export class LeasedSession {
  caughtUp = false;
  fault: string | undefined;
  /** Time at which this session last knew that it was caught up. At first this is the start of the term. */
  private sawAllAt = performance.now();
  private checkpoint = '';
  /** Position of the stored checkpoint. */
  private position: Position | undefined;
  /**
   * The last position that the session has seen, if it is after the stored checkpoint. The events between the
   * two positions caused no writes.
   */
  private seen: Position | undefined;
  private movedAt = Date.now();
  private moving: Promise<void> = Promise.resolve();
  private moveTimer: NodeJS.Timeout | undefined;
  private subscription: Subscription | undefined;
  private closed = false;
  private ended: Promise<void> | undefined;
  private pause: { timer: NodeJS.Timeout; end: () => void } | undefined;

  constructor(
    private readonly work: LeasedWork,
    private readonly options: LeasedSubscriptionOptions,
    private readonly lease: Lease,
    private readonly retire: () => void,
  ) {}

  /**
   * Milliseconds since this session was last caught up; 0 while it is caught up. The value also grows while
   * the store is silent, because then it is unknown whether the store has new events.
   */
  lagMs(): number {
    const ms = Math.round(performance.now() - this.sawAllAt);
    return this.caughtUp && ms <= SILENT_MS ? 0 : ms;
  }

  /**
   * The position up to which this session has seen all events; undefined before it has read the checkpoint.
   */
  progress(): Pick<LogProgress, 'after'> | undefined {
    return this.checkpoint === '' ? undefined : { after: this.seen ?? this.position };
  }

  async run(): Promise<void> {
    while (!this.closed) {
      try {
        return await this.begin();
      } catch (error) {
        this.failed(error);
        await this.rest(this.options.pauseMs ?? 1000);
      }
    }
  }

  close(): Promise<void> {
    this.ended ??= this.end();
    return this.ended;
  }

  private async end(): Promise<void> {
    this.closed = true;
    if (this.pause !== undefined) {
      clearTimeout(this.pause.timer);
      this.pause.end();
    }
    await this.subscription?.stop();
    clearTimeout(this.moveTimer);
    this.moveOn();
    await this.moving;
  }

  private async begin(): Promise<void> {
    const checkpoint = await this.work.claim(this.lease.epoch);
    if (checkpoint === 'lost') return this.lease.stepDown();
    if (checkpoint === 'retired') return this.retire();
    await assertCheckpoint(checkpoint, this.options.log);
    this.checkpoint = checkpoint.name;
    this.position = checkpoint.position;
    if (this.closed) return;
    this.subscription = this.options.log.subscribe({
      after: checkpoint.position,
      streamPrefixes: [this.work.streamPrefix].flat(),
      isAwaited: this.work.isAwaited ?? false,
      withoutData: this.work.withoutData ?? false,
      isAlone: this.work.isAlone ?? false,
      batchSize: this.options.batchSize ?? 1000,
      onBatch: (events, position) => this.onBatch(events, position),
      onCaughtUp: () => this.reached(),
      onSignOfLife: () => this.reached(),
      onFault: (error) => this.failed(error),
    });
  }

  /**
   * Records that the session has seen all events. Also clears the fault, because a log without new events
   * delivers no batch that would clear it.
   */
  private reached(): void {
    this.caughtUp = true;
    this.sawAllAt = performance.now();
    this.fault = undefined;
  }

  private async onBatch(events: readonly StoredEvent[], position: Position): Promise<void> {
    if (this.caughtUp) this.sawAllAt = performance.now();
    this.caughtUp = false;
    clearTimeout(this.moveTimer);
    await this.moving;
    if (!this.lease.held()) throw new FenceBroken();
    try {
      await this.take(events, position);
    } catch (error) {
      this.failed(error, events);
      throw error;
    }
    if (this.seen !== undefined && !this.closed)
      this.moveTimer = setTimeout(() => this.moveOn(), MOVE_ALONE_MS);
    this.fault = undefined;
    if (this.work.isAwaited !== true && this.options.busy?.() === true) await this.rest(GATHER_MS);
  }

  private async take(events: readonly StoredEvent[], position: Position): Promise<void> {
    let result = await this.work.commit(events, this.fence(position));
    if (result === 'nothing' && Date.now() - this.movedAt >= MOVE_ALONE_MS) {
      result = (await this.work.move(this.fence(position))) ? 'moved' : 'lost';
    }
    if (result === 'lost') this.stepDown();
    this.seen = result === 'nothing' ? position : undefined;
    if (result === 'moved') this.moved(position);
  }

  private moved(to: Position): void {
    this.position = to;
    this.movedAt = Date.now();
  }

  /**
   * Gives up the lease, so that a new term begins at the stored checkpoint. Called if a commit found an
   * unexpected position or epoch. There are three possible reasons: another backend leads, a rebuild took
   * over, or an earlier commit with an unknown outcome did succeed.
   */
  private stepDown(): never {
    this.lease.stepDown();
    throw new FenceBroken();
  }

  private fence(to: Position): Fence {
    return { name: this.checkpoint, from: this.position, to, epoch: this.lease.epoch };
  }

  /**
   * Moves the checkpoint past events that caused no writes. If that fails, the next term reads these events
   * again, which does no harm.
   */
  private moveOn(): void {
    const { seen } = this;
    this.seen = undefined;
    if (seen === undefined || !this.lease.held()) return;
    this.moving = this.move(seen);
  }

  private async move(to: Position): Promise<void> {
    try {
      if (await this.work.move(this.fence(to))) this.moved(to);
      else this.lease.stepDown();
    } catch (error) {
      // It is unknown whether the checkpoint moved, so a new term has to begin.
      this.failed(error);
      this.lease.stepDown();
    }
  }

  /**
   * Records a fault. After a pause the store delivers the batch again. So a fold that throws is retried
   * without end, and no event is skipped.
   */
  private failed(error: unknown, batch: readonly StoredEvent[] = []): void {
    if (this.closed || error instanceof FenceBroken) return;
    const description = describeError(error);
    if (this.fault !== description.error)
      this.options.logger.error(
        { work: this.work.lease, ...this.requestsOf(batch), ...description },
        'A subscription stopped at an error, and now retries the same events. Until a retry succeeds, the subscription falls behind; see SiegelLagging in docs/operations.md.',
      );
    this.fault = description.error;
  }

  /** Returns the ids of the requests that caused a batch. Returns no ids if the batch cannot be read. */
  private requestsOf(batch: readonly StoredEvent[]): object {
    try {
      const [first, ...more] = this.work.correlationsOf?.(batch) ?? [];
      if (first === undefined) return {};
      return more.length === 0 ? { requestId: first } : { requestIds: [first, ...more].slice(0, NAMED_MAX) };
    } catch {
      return {};
    }
  }

  /** Waits for `ms` milliseconds. The wait ends early when the session is closed. */
  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed) return resolve();
      this.pause = { timer: setTimeout(resolve, ms), end: resolve };
    });
  }
}

import type { EventStore, Position, StoredEvent, Subscription } from '../event-store/event-store.js';
import { describeError } from '../leases/describe-error.js';
import type { Campaign, Lease, LeaseKeeper } from '../leases/lease.js';
import type { Logger } from '../logger.js';
import { assertCheckpoint, type Checkpoint, type Fence } from './checkpoints.js';

/** What is done under a lease with the log's batches. */
export interface LeasedWork {
  /** Name of the lease. */
  readonly lease: string;
  /** Of the streams whose events are wanted. */
  readonly streamPrefix: string;
  /**
   * Finds or makes the checkpoint and puts it under the lease's epoch. `lost`: a later epoch has it. `retired`: this backend must never do
   * this work (a newer one has changed its table), so it wants the lease no more.
   */
  claim(epoch: number): Promise<Checkpoint | 'lost' | 'retired'>;
  /**
   * Does the batch and moves the checkpoint, in one transaction. `lost`: the fence did not hold, nothing was written. `nothing`: there was
   * nothing to write, and the checkpoint may move later, together with something else.
   */
  commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'>;
  /** Moves the checkpoint alone; false when the fence did not hold. */
  move(fence: Fence): Promise<boolean>;
}

export interface LeasedSubscriptionOptions {
  readonly store: EventStore;
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  /** Most events in one batch, 1000 by default. */
  readonly batchSize?: number;
  /** Milliseconds before the work is begun again after a fault, 1000 by default. */
  readonly pauseMs?: number;
}

export interface RunnerStatus {
  readonly name: string;
  /** Whether this backend does the work at present. */
  readonly leading: boolean;
  /** Whether it has seen all that is in the log. Meaningful for the leader only. */
  readonly caughtUp: boolean;
  /** Of the leader's last fault since its last success: name and code. */
  readonly fault: string | undefined;
  /** Milliseconds since the leader last had seen everything: 0 when caught up, undefined when another backend leads. */
  readonly lagMs: number | undefined;
}

/** How long a checkpoint may stay behind what was seen without effect: most subscribers have no use for most events. */
const MOVE_ALONE_MS = 1000;

class FenceBroken extends Error {
  override readonly name = 'FenceBroken';
}

/** A subscription that only the holder of a lease runs, from a checkpoint that moves together with what is written. */
export class LeasedSubscription {
  private campaign: Campaign | undefined;
  private session: Session | undefined;
  private closing: Promise<void> = Promise.resolve();
  private retired = false;

  constructor(
    private readonly work: LeasedWork,
    private readonly options: LeasedSubscriptionOptions,
  ) {}

  start(): void {
    this.campaign ??= this.options.leases.campaign(this.work.lease, {
      gained: (lease) => {
        const before = this.closing;
        const session = new Session(this.work, this.options, lease, () => this.retire());
        this.session = session;
        void before.then(() => session.run());
      },
      lost: () => {
        const session = this.session;
        this.session = undefined;
        if (session !== undefined) this.closing = session.close();
      },
    });
  }

  /** Resolves when no batch is in work any more. */
  async stop(): Promise<void> {
    const campaign = this.campaign;
    this.campaign = undefined;
    // First the batch in work, then the lease: the next leader finds the checkpoint at rest.
    await this.session?.close();
    await campaign?.stop();
    await this.closing;
  }

  private retire(): void {
    this.retired = true;
    this.options.logger.warn({ work: this.work.lease }, 'left to newer backends');
    void this.campaign?.stop();
  }

  status(): RunnerStatus {
    const session = this.session;
    return {
      name: this.work.lease,
      leading: session !== undefined,
      caughtUp: session?.caughtUp ?? false,
      fault: this.retired ? 'Retired' : session?.fault,
      lagMs: session?.lagMs(),
    };
  }
}

/** One term of leadership. */
class Session {
  caughtUp = false;
  fault: string | undefined;
  private behindSince = Date.now();
  private checkpoint = '';
  /** As stored. */
  private position: Position | undefined;
  /** Seen beyond the stored position, without anything to write. */
  private seen: Position | undefined;
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

  lagMs(): number {
    return this.caughtUp ? 0 : Date.now() - this.behindSince;
  }

  async run(): Promise<void> {
    while (!this.closed) {
      try {
        return await this.begin();
      } catch (error) {
        this.failed(error);
        await this.rest();
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
    await assertCheckpoint(checkpoint, this.options.store);
    this.checkpoint = checkpoint.name;
    this.position = checkpoint.position;
    // A store says that all was seen only after something was.
    this.caughtUp = (await this.options.store.head()) === checkpoint.position;
    if (this.closed) return;
    this.subscription = this.options.store.subscribe({
      after: checkpoint.position,
      streamPrefixes: [this.work.streamPrefix],
      batchSize: this.options.batchSize ?? 1000,
      onBatch: (events, position) => this.onBatch(events, position),
      onCaughtUp: () => {
        this.caughtUp = true;
      },
      onFault: (error) => this.failed(error),
    });
  }

  private async onBatch(events: readonly StoredEvent[], position: Position): Promise<void> {
    if (this.caughtUp) this.behindSince = Date.now();
    this.caughtUp = false;
    clearTimeout(this.moveTimer);
    await this.moving;
    if (!this.lease.held()) throw new FenceBroken();
    const result = await this.work.commit(events, this.fence(position));
    if (result === 'lost') this.stepDown();
    if (result === 'moved') this.position = position;
    this.seen = result === 'nothing' ? position : undefined;
    if (this.seen !== undefined && !this.closed) this.moveTimer = setTimeout(() => this.moveOn(), MOVE_ALONE_MS);
    this.fault = undefined;
  }

  /** Another leads, a rebuild took over, or an earlier commit of unknown outcome did succeed: begin again from what is stored. */
  private stepDown(): never {
    this.lease.stepDown();
    throw new FenceBroken();
  }

  private fence(to: Position): Fence {
    return { name: this.checkpoint, from: this.position, to, epoch: this.lease.epoch };
  }

  /** What is lost with an unmoved checkpoint is only the reading of events that led to nothing. */
  private moveOn(): void {
    const { seen } = this;
    this.seen = undefined;
    if (seen === undefined || !this.lease.held()) return;
    this.moving = this.work.move(this.fence(seen)).then(
      (moved) => {
        if (moved) this.position = seen;
        else this.lease.stepDown();
      },
      (error: unknown) => {
        // Whether it moved is unknown: begin again.
        this.failed(error);
        this.lease.stepDown();
      },
    );
  }

  /** The store gives the batch again after a pause: a fold that throws is retried for ever, nothing is passed over. */
  private failed(error: unknown): void {
    if (this.closed || error instanceof FenceBroken) return;
    const description = describeError(error);
    if (this.fault !== description.error) this.options.logger.error({ work: this.work.lease, ...description }, 'stopped at a fault; trying again');
    this.fault = description.error;
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed) return resolve();
      this.pause = { timer: setTimeout(resolve, this.options.pauseMs ?? 1000), end: resolve };
    });
  }
}

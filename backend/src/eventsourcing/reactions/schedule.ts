import { describeError } from '../../platform/logging/describe-error.js';
import type { Campaign, LeaseKeeper } from '../subscriptions/leases/lease.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import { sharedAbortController } from '../../platform/async/shared-abort.js';

/**
 * Source of ticks. The scheduler uses plain timers by default, and the backend passes the registry of
 * `@nestjs/schedule`.
 */
export interface Ticker {
  /** Calls `tick` every `everyMs`. Returns a function that stops the ticks. */
  every(name: string, everyMs: number, tick: () => void): () => void;
}

export const timers: Ticker = {
  every: (_name, everyMs, tick) => {
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  },
};

export interface SchedulerOptions {
  readonly scheduled: readonly Scheduled[];
  readonly leases: LeaseKeeper;
  readonly logger: Logger;
  readonly ticker?: Ticker;
  /** While this returns true, no run is started. The next tick checks again. */
  readonly paused?: () => boolean;
}

export interface ScheduledStatus {
  readonly name: string;
  /** True if this backend is the leader for the work. */
  readonly leading: boolean;
  /** Name and code of the last run's error. */
  readonly fault: string | undefined;
  /**
   * Milliseconds since the first failure after the last success; undefined without a fault. Failures before
   * this backend last gained the lease are not counted.
   */
  readonly failingMs: number | undefined;
  /** Milliseconds since the last success on this backend, or since this backend began to lead. */
  readonly sinceSuccessMs: number;
}

/**
 * Runs scheduled work. Each piece of work has one leader, and only that backend runs it. The first run starts
 * when the backend becomes the leader, and further runs start at every tick. Errors are logged.
 */
export class Scheduler {
  private works: Work[] = [];

  constructor(private readonly options: SchedulerOptions) {}

  start(): void {
    if (this.works.length > 0) return;
    this.works = this.options.scheduled.map((scheduled) => new Work(scheduled, this.options));
  }

  /** Aborts the current runs and waits for their end. */
  async stop(): Promise<void> {
    await Promise.all(this.works.splice(0).map((work) => work.stop()));
  }

  status(): ScheduledStatus[] {
    return this.works.map((work) => work.status());
  }
}

class Work {
  private readonly campaign: Campaign;
  private readonly endTicks: () => void;
  private running: Promise<void> | undefined;
  private term = sharedAbortController();
  private fault: string | undefined;
  private failingSince: number | undefined;
  private succeededAt = performance.now();

  constructor(
    private readonly scheduled: Scheduled,
    private readonly options: SchedulerOptions,
  ) {
    this.campaign = options.leases.campaign(`scheduled:${scheduled.name}`, {
      gained: () => {
        this.term = sharedAbortController();
        this.succeeded();
        this.tick();
      },
      lost: () => this.term.abort(),
    });
    this.endTicks = (options.ticker ?? timers).every(scheduled.name, scheduled.everyMs, () => this.tick());
  }

  status(): ScheduledStatus {
    const now = performance.now();
    return {
      name: this.scheduled.name,
      leading: this.campaign.lease() !== undefined,
      fault: this.fault,
      failingMs: this.failingSince === undefined ? undefined : now - this.failingSince,
      sinceSuccessMs: now - this.succeededAt,
    };
  }

  async stop(): Promise<void> {
    this.endTicks();
    this.term.abort();
    // Give up the lease only after the current run has ended. Otherwise the next leader could start a run at
    // the same time.
    await this.running;
    await this.campaign.stop();
  }

  /**
   * Starts a run if this backend leads. Does nothing while runs are paused, or while the previous run is
   * still under way.
   */
  private tick(): void {
    if (this.options.paused?.() === true) return;
    if (this.running !== undefined || this.term.signal.aborted || this.campaign.lease() === undefined) return;
    this.running = this.run().finally(() => {
      this.running = undefined;
    });
  }

  private async run(): Promise<void> {
    try {
      await this.scheduled.run(this.term.signal);
      this.succeeded();
    } catch (error) {
      if (this.term.signal.aborted) return;
      const description = describeError(error);
      if (this.fault !== description.error)
        this.options.logger.error(
          { scheduled: this.scheduled.name, ...description },
          'Scheduled work failed; it runs again at its next scheduled time. If the work keeps failing, a warning in /health/ready names the work.',
        );
      this.fault = description.error;
      this.failingSince ??= performance.now();
    }
  }

  private succeeded(): void {
    this.fault = undefined;
    this.failingSince = undefined;
    this.succeededAt = performance.now();
  }
}

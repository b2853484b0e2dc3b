import type { SchedulerRegistry } from '@nestjs/schedule';
import { Gauge, type Registry } from 'prom-client';
import type { Infrastructure } from './infrastructure.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { ProjectionRunner } from '../eventsourcing/projections/runner.js';
import type { ProjectionSignals } from '../eventsourcing/projections/signals.js';
import { pause } from '../platform/pause.js';
import { backlogAges } from '../platform/jobs/backlog.js';
import { createJanitor } from '../platform/jobs/janitor.js';
import { JobWorker } from '../platform/jobs/job-worker.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { JobHandler } from '../platform/jobs/job.js';
import { ReactionRunner } from '../eventsourcing/reactions/runner.js';
import { Scheduler, type Ticker } from '../eventsourcing/reactions/schedule.js';
import { healthProblem } from '../eventsourcing/projections/health-problem.js';
import { scheduleSweep } from '../eventsourcing/reactions/sweep.js';
import { projections } from './projections.js';

/** What the domain's folders bring to be done outside of requests. */
export interface BackgroundWork {
  readonly reactions: readonly Reaction<never>[];
  readonly jobs: readonly JobHandler[];
  readonly sweeps: readonly Sweep[];
  readonly scheduled: readonly Scheduled[];
}

export interface BackgroundOptions {
  readonly infrastructure: Infrastructure;
  readonly databaseUrl: string;
  readonly signals: ProjectionSignals;
  readonly work: BackgroundWork;
  readonly ticker: Ticker;
  /** UUID of this backend. */
  readonly backend: string;
  /** Milliseconds that jobs in work have at a stop, 5 000 by default. */
  readonly stopJobsWithinMs?: number | undefined;
}

const BATCH_MAX = 1000;
/** Milliseconds for a look at the backlog. */
const LOOK_MS = 1000;

/**
 * Everything that follows from facts: projections, reactions, jobs and scheduled work, each led by one
 * backend at a time.
 */
export class Background {
  private readonly leases: LeaseKeeper;
  private readonly projections: ProjectionRunner[];
  private readonly reactions: ReactionRunner[];
  private readonly worker: JobWorker;
  private readonly scheduler: Scheduler;

  constructor(private readonly options: BackgroundOptions) {
    const { infrastructure, databaseUrl: url, signals, work, ticker, backend } = options;
    const { backgroundPool: pool, leasePool, store, journal, logger, clocks } = infrastructure;
    // What a wrong clock calls due must not be done: keys are destroyed, mails are sent.
    const paused = (): boolean => clocks.refuses;
    this.leases = new LeaseKeeper({ pool: leasePool, logger, holder: backend });
    const parts = { pool, store, journal, logger, leases: this.leases };
    // The runners know rows and events only as such; each projection and reaction is typed where it is
    // written.
    this.projections = projections.map(
      (projection) =>
        new ProjectionRunner({
          ...parts,
          signals,
          projection: projection as unknown as Projection,
          batchSize: BATCH_MAX,
        }),
    );
    this.reactions = work.reactions.map((reaction) => new ReactionRunner({ ...parts, reaction }));
    this.worker = new JobWorker({
      pool,
      url,
      handlers: work.jobs,
      logger,
      backend,
      stopWithinMs: options.stopJobsWithinMs,
      paused,
    });
    const sweeps = work.sweeps.map((sweep) => scheduleSweep(sweep, { pool, logger }));
    this.scheduler = new Scheduler({
      scheduled: [createJanitor({ pool, logger }), ...sweeps, ...work.scheduled],
      leases: this.leases,
      logger,
      ticker,
      paused,
    });
  }

  start(): void {
    for (const runner of [...this.projections, ...this.reactions]) runner.start();
    this.worker.start();
    this.scheduler.start();
  }

  /** Waits for what is in work; then others may lead at once. */
  async stop(): Promise<void> {
    await Promise.all([
      this.worker.stop(),
      this.scheduler.stop(),
      ...this.reactions.map((runner) => runner.stop()),
    ]);
    await Promise.all(this.projections.map((runner) => runner.stop()));
  }

  /** Seconds that each projection and reaction led here is behind the log, and that jobs are behind what is due. */
  measure(registry: Registry): void {
    this.measureBacklog(registry);
    const runners = [...this.projections, ...this.reactions];
    const lag = new Gauge({
      name: 'subscription_lag_seconds',
      help: 'Since the leader of a projection or reaction last had seen everything; only where it leads.',
      labelNames: ['name'] as const,
      registers: [registry],
      collect: () => {
        lag.reset();
        for (const { name, lagMs } of runners.map((runner) => runner.status()))
          if (lagMs !== undefined) lag.set({ name }, lagMs / 1000);
      },
    });
  }

  private measureBacklog(registry: Registry): void {
    const { infrastructure, work } = this.options;
    const tasks = work.jobs.map(({ task }) => task);
    const age = new Gauge({
      name: 'jobs_backlog_age_seconds',
      help: 'How long the oldest job that is due has been waiting for a worker, of all backends; absent while unknown.',
      labelNames: ['task'] as const,
      registers: [registry],
      collect: async () => {
        const looked = new AbortController();
        // Whoever measures a service whose database hangs is to be answered all the same.
        const ages = await Promise.race([
          backlogAges(infrastructure.backgroundPool, tasks).catch(() => []),
          pause(LOOK_MS, looked.signal).then(() => []),
        ]);
        looked.abort();
        age.reset();
        for (const [task, seconds] of ages) age.set({ task }, seconds);
      },
    });
  }

  /** Rejects while a projection that this backend leads has a fault or is far behind, or its worker stands. */
  async check(): Promise<void> {
    for (const runner of this.projections) {
      const problem = healthProblem(runner.status());
      if (problem !== undefined) throw new Error(problem);
    }
    const standing = this.worker.problem();
    if (standing !== undefined) throw new Error(standing);
  }
}

/** Ticks through the framework's registry, where they can be listed. */
export const nestTicker = (registry: SchedulerRegistry): Ticker => ({
  every: (name, everyMs, tick) => {
    registry.addInterval(name, setInterval(tick, everyMs));
    // The framework ends its intervals by itself when the app closes.
    return () => {
      if (registry.doesExist('interval', name)) registry.deleteInterval(name);
    };
  },
});

import type { Infrastructure } from './infrastructure.js';
import { LeaseKeeper } from '../eventsourcing/subscriptions/leases/lease.js';
import { ProjectionRunner } from '../eventsourcing/projections/runner.js';
import type { ProjectionSignals } from '../eventsourcing/projections/signals.js';
import { createJanitor } from '../platform/jobs/janitor.js';
import { JobWorker } from '../platform/jobs/job-worker.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { JobHandler } from '../platform/jobs/job.js';
import { ReopenStreams } from '../eventsourcing/trust/reopen-streams.js';
import { ReactionRunner } from '../eventsourcing/reactions/runner.js';
import { Scheduler, type Ticker } from '../eventsourcing/reactions/schedule.js';
import { projectionsProblem } from '../eventsourcing/projections/health-problem.js';
import { StartCatchUp } from '../eventsourcing/projections/start-catch-up.js';
import { scheduleSweep } from '../eventsourcing/reactions/sweep.js';
import { reactionProblem, scheduledProblem } from '../eventsourcing/reactions/health-problem.js';
import type { Owed } from '../obligations/owed.js';
import type { Probe, Warning } from '../http/observing/health.js';
import {
  measureJobs,
  measureLag,
  measureObligations,
  measurePass,
  measureProof,
  measureScheduled,
  measureTampered,
  type Measuring,
} from './background-metrics.js';
import type { TrustRecords } from '../closed-streams/trust-records.js';
import { Checkpointer } from '../proof/checkpointer.js';
import { TreeWatch } from '../proof/tree-watch.js';
import type { EndlessPass } from '../proof/endless/endless-pass.js';
import { projectionsOf } from './projections.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';

/** The work that the domain's modules do outside of requests. */
export interface BackgroundWork {
  readonly reactions: readonly Reaction<never>[];
  readonly jobs: readonly JobHandler[];
  readonly sweeps: readonly Sweep[];
  readonly scheduled: readonly Scheduled[];
  /** One of `scheduled`. */
  readonly pass: EndlessPass;
  readonly owed: Owed;
  /** Enqueues nothing itself. Started and stopped with the work, because a sweep asks it. */
  readonly records: TrustRecords;
}

export interface BackgroundOptions {
  readonly infrastructure: Infrastructure;
  readonly databaseUrl: string;
  readonly signals: ProjectionSignals;
  readonly work: BackgroundWork;
  /** While this backend is busy with requests, its low-priority work slows down. */
  readonly requests?: { readonly isBusy: boolean };
  readonly ticker: Ticker;
  /** UUID of this backend. */
  readonly backend: string;
  /** Milliseconds in which running jobs have to finish during a stop; 5 000 by default. */
  readonly stopJobsWithinMs?: number | undefined;
  /**
   * Maximum number of milliseconds for which the readiness check waits for the rows after a start; 30 000 by
   * default.
   */
  readonly rowsWithinMs?: number | undefined;
}

const BATCH_MAX = 1000;

/**
 * Runs all background work: projections, reactions, jobs and scheduled work. Each projection, reaction and
 * schedule is led by one backend at a time.
 */
export class Background {
  private readonly leases: LeaseKeeper;
  private readonly projections: ProjectionRunner[];
  private readonly catchUp: StartCatchUp;
  private readonly reactions: ReactionRunner[];
  private readonly checkpointer: Checkpointer;
  private readonly treeWatch: TreeWatch;
  private readonly worker: JobWorker;
  private readonly scheduler: Scheduler;
  private readonly reopening: ReopenStreams;

  constructor(private readonly options: BackgroundOptions) {
    const { infrastructure, databaseUrl: url, signals, work, ticker, backend } = options;
    const {
      backgroundPool: pool,
      leasePool,
      store,
      log,
      journal,
      logger,
      tracing,
      clocks,
      tampering,
      receipts,
      tree,
      trust,
      tampered,
    } = infrastructure;
    // A wrong clock must not make work due, because due work destroys keys and sends mails.
    const paused = (): boolean => clocks.refuses;
    this.leases = new LeaseKeeper({ pool: leasePool, logger, holder: backend });
    const busy = (): boolean => options.requests?.isBusy === true;
    const parts = { pool, log, journal, logger, tracing, leases: this.leases, busy };
    this.projections = projectionsOf(infrastructure).map(
      (projection) => new ProjectionRunner({ ...parts, signals, projection, batchSize: BATCH_MAX }),
    );
    this.catchUp = new StartCatchUp({
      pool,
      store,
      logger,
      readModels: projectionsOf(infrastructure).map(({ name, streamPrefix }, n) => ({
        name,
        streamPrefix,
        progress: () => this.projections[n]?.progress(),
      })),
      withinMs: options.rowsWithinMs,
    });
    this.reactions = work.reactions.map((reaction) => new ReactionRunner({ ...parts, reaction }));
    const proof = { ...parts, receipts, tampering, tree, closed: trust.closed };
    this.treeWatch = new TreeWatch({ ...proof, refills: infrastructure.refills });
    this.checkpointer = new Checkpointer({
      ...proof,
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      batchSize: BATCH_MAX,
    });
    this.worker = new JobWorker({
      pool,
      url,
      handlers: work.jobs,
      logger,
      tracing,
      tampering,
      backend,
      stopWithinMs: options.stopJobsWithinMs,
      paused,
      busy,
      isReleased: (stream) => infrastructure.trust.closed.placeIn(stream) === undefined,
    });
    this.reopening = new ReopenStreams({
      log,
      closed: trust.closed,
      logger,
      staysClosed: (stream, place) => tampered.isSettled(stream, place),
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
    for (const runner of [...this.projections, ...this.reactions, this.checkpointer]) runner.start();
    this.options.work.records.start(this.options.infrastructure.log);
    this.catchUp.start();
    this.treeWatch.start();
    this.worker.start();
    this.scheduler.start();
    this.reopening.start();
  }

  /**
   * Stops the work and waits for running work to end. Afterwards other backends can take the lead at once.
   */
  async stop(): Promise<void> {
    await Promise.all([
      this.catchUp.stop(),
      this.treeWatch.stop(),
      this.worker.stop(),
      this.scheduler.stop(),
      this.reopening.stop(),
      this.options.work.records.stop(),
      ...[...this.reactions, this.checkpointer].map((runner) => runner.stop()),
    ]);
    await Promise.all(this.projections.map((runner) => runner.stop()));
  }

  /** Registers the metrics of all background work. */
  measure(measuring: Measuring): void {
    const { infrastructure, work } = this.options;
    const { backgroundPool, store, clock } = infrastructure;
    const tasks = work.jobs.map(({ task }) => task);
    measureJobs(measuring, backgroundPool, tasks);
    measureLag(measuring, store, [...this.projections, ...this.reactions, this.checkpointer]);
    measureObligations(measuring, work.owed);
    measureProof(measuring, backgroundPool, clock);
    measureTampered(measuring, backgroundPool, () => closedIn(infrastructure));
    measurePass(measuring.registry, () => (this.leadsPass ? work.pass.figures : undefined));
    measureScheduled(measuring.registry, () => this.scheduler.status());
  }

  private get leadsPass(): boolean {
    return this.scheduler
      .status()
      .some(({ name, leading }) => leading && name === this.options.work.pass.name);
  }

  /**
   * The probe `projections` fails until the read models have caught up with the log as it was at the start,
   * but at most for `rowsWithinMs`. The other probes fail while there is a fault in work that this backend
   * does or leads. Other backends stay ready and can serve the requests instead.
   */
  get probes(): readonly Probe[] {
    return [
      { name: 'projections', check: async () => reject(this.catchUp.problem()) },
      { name: 'reactions', check: async () => rejectFirst(this.reactions, reactionProblem) },
      { name: 'jobs', check: async () => reject(this.worker.problem()) },
    ];
  }

  /**
   * Returns warnings about faults that do not stop the service. If a read model is broken, only lists are
   * incomplete, because single agreements are read from their streams. All backends show the same rows, so
   * requests to another backend would not help (rule:ready-with-rows). Scheduled work only finds work that
   * other parts failed to do. A stuck checkpointer only delays the proof of events.
   */
  get warnings(): readonly Warning[] {
    return [
      () => this.catchUp.warning() ?? projectionsProblem(this.projections.map((runner) => runner.status())),
      () => scheduledProblem(this.scheduler.status()) ?? reactionProblem(this.checkpointer.status()),
    ];
  }
}

/** Returns the number of closed streams that this backend knows. Those that the operator ended or accepted do not count. */
const closedIn = ({ trust: { closed }, tampered }: Infrastructure): number =>
  closed.streams.filter((stream) => {
    const place = closed.placeIn(stream);
    return place !== undefined && !tampered.isSettled(stream, place);
  }).length;

/** @throws Error if there is a problem */
function reject(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}

function rejectFirst<Status>(
  runners: readonly { status(): Status }[],
  problemOf: (status: Status) => string | undefined,
): void {
  for (const runner of runners) reject(problemOf(runner.status()));
}

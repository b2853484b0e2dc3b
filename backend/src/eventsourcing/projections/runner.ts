import type { Pool } from 'pg';
import type { StoredEvent } from '../trust/authenticate.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import { describeError } from '../../platform/logging/describe-error.js';
import { pause } from '../../platform/async/pause.js';
import { noTracing, type Tracing } from '../../platform/tracing/tracing.js';
import {
  type Checkpoint,
  claimCheckpoint,
  type Fence,
  moveCheckpoint,
} from '../subscriptions/checkpoints.js';
import { correlationsOf } from '../subscriptions/correlations-of.js';
import { LeasedRunner } from '../subscriptions/leased-runner.js';
import { LeasedSubscription, type RunnerStatus } from '../subscriptions/leased-subscription.js';
import type { LeasedSubscriptionOptions } from '../subscriptions/leased-work.js';
import { isTraced, recordBatch } from '../subscriptions/spans-of-batch.js';
import { isUsed } from './fold-batch.js';
import { historyIn } from './row-verifier.js';
import { isAwaited, type Projection, projectionLease } from './projection.js';
import { type Changes, changesOf } from './changes.js';
import { ProjectionWriter } from './projection-writer.js';
import { rebuildProjection } from './rebuild.js';
import { RowsChanged } from './rows-changed.js';
import type { ProjectionSignals } from './signals.js';

/** Maximum number of times that a batch is folded if another writer keeps changing its rows. */
const MOST_TRIES = 3;

export interface ProjectionRunnerOptions<Row extends object, E extends NewEvent>
  extends LeasedSubscriptionOptions {
  readonly projection: Projection<Row, E>;
  readonly journal: Pick<Journal, 'decode'>;
  readonly pool: Pool;
  readonly signals: ProjectionSignals;
  /** Records no spans by default. */
  readonly tracing?: Tracing;
  /** Milliseconds before a failed rebuild is started again; 5000 by default. */
  readonly rebuildPauseMs?: number;
}

/**
 * Keeps one projection's table up to date, on the backend that holds the projection's lease. If the
 * projection's version was raised, a new table is built beside the old one. Until the new table is complete,
 * the old table stays in use and is updated with the new fold. If the projection's version is lower than the
 * table's version, this backend leaves the work to newer backends.
 */
export class ProjectionRunner<
  Row extends object = object,
  E extends NewEvent = NewEvent,
> extends LeasedRunner {
  protected readonly subscription: LeasedSubscription;
  private readonly writer: ProjectionWriter<Row, E>;
  private rebuilding: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: ProjectionRunnerOptions<Row, E>) {
    super();
    const { projection, pool, log, journal } = options;
    this.writer = new ProjectionWriter(pool, projection, { history: historyIn<E>({ log, journal }) });
    this.subscription = new LeasedSubscription(
      {
        lease: projectionLease(projection.name),
        name: projection.name,
        streamPrefix: projection.streamPrefix,
        isAwaited: isAwaited(projection),
        claim: (epoch) => this.claim(epoch),
        commit: (events, fence) => this.commit(events, fence),
        move: (fence) => moveCheckpoint(pool, fence),
        correlationsOf: (events) => correlationsOf(journal, events),
      },
      options,
    );
  }

  override start(): void {
    super.start();
    this.rebuild();
  }

  override async stop(): Promise<void> {
    this.stopping.abort();
    await super.stop();
    await this.rebuilding;
  }

  override status(): RunnerStatus & { readonly rebuilding: boolean } {
    return { ...super.status(), rebuilding: this.rebuilding !== undefined };
  }

  private async claim(epoch: number): Promise<Checkpoint | 'lost' | 'retired'> {
    const { projection, pool, log } = this.options;
    const storeId = await log.storeId();
    const checkpoint = await claimCheckpoint(pool, {
      name: projection.name,
      version: projection.version,
      storeId,
      epoch,
    });
    if (checkpoint === undefined) return 'lost';
    this.writer.forget(checkpoint.version);
    // Only a rebuild raises the version of a checkpoint. The version may be lower than the projection's
    // version, for instance because somebody changed it by hand.
    if (checkpoint.version < projection.version) this.rebuild();
    return checkpoint.version > projection.version ? 'retired' : checkpoint;
  }

  private async commit(events: readonly StoredEvent[], fence: Fence): Promise<'moved' | 'lost' | 'nothing'> {
    const { journal, signals, projection, tracing = noTracing } = this.options;
    const startedAt = Date.now();
    const decoded = events.map((event) => journal.decode<E>(event));
    const changes = await this.write(decoded, fence);
    if (typeof changes === 'string') return changes;
    signals.notifyCommitted(projection.name, changes);
    if (isTraced(tracing, events)) this.record(tracing, decoded, startedAt);
    return 'moved';
  }

  /**
   * Folds and commits. If another writer has changed rows since they were read, reads and verifies the rows
   * again.
   */
  private async write(events: readonly Recorded<E>[], fence: Fence): Promise<Changes | 'lost' | 'nothing'> {
    const { signals, projection } = this.options;
    for (let tries = 1; ; tries += 1) {
      const changed = await this.writer.fold(events);
      if (changed.size === 0) return 'nothing';
      const changes = changesOf(changed);
      const notification = signals.notificationOf(projection.name, changes);
      try {
        return (await this.writer.commit(changed, fence, notification)) ? changes : 'lost';
      } catch (error) {
        if (!(error instanceof RowsChanged) || tries === MOST_TRIES) throw error;
      }
    }
  }

  private record(tracing: Tracing, events: readonly Recorded<E>[], startedAt: number): void {
    const { projection } = this.options;
    const { name } = projection;
    const used = events.filter((event) => isUsed(projection, event));
    recordBatch(tracing, { name: `project ${name}`, facts: { 'projection.name': name }, startedAt }, used);
  }

  private rebuild(): void {
    this.rebuilding ??= this.rebuildIfOlder().finally(() => {
      this.rebuilding = undefined;
    });
  }

  /** Runs on every backend, because the leader may still be a backend of the older version. */
  private async rebuildIfOlder(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await rebuildProjection({ ...this.options, signal, onlyIfOlder: true });
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.options.logger.error(
          { projection: this.options.projection.name, ...describeError(error) },
          'A projection could not be rebuilt. The old table of the projection stays in use, and the service tries again within seconds.',
        );
        await pause(this.options.rebuildPauseMs ?? 5000, signal);
      }
    }
  }
}

import type { Pool } from 'pg';
import { newId } from '../crypto/ids.js';
import { describeError, errorCode } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';
import { Listener } from '../postgres/listener.js';
import { isUnavailable } from '../postgres/unavailable.js';
import { sessionName } from '../postgres/session-name.js';
import type { Tampering } from '../tampering/tampering.js';
import { inSpan, noTracing, type Span, type Tracing } from '../tracing/tracing.js';
import { inWork } from '../async/work.js';
import { backoff } from './backoff.js';
import { JOBS_CHANNEL } from './enqueue.js';
import { freeSlotsOf, fullTasksOf } from './free-slots.js';
import { CauseMissing, type JobContext, type JobHandler, JobLost, ParkedFor, TryAgainIn } from './job.js';
import { releaseJobs } from './parked-jobs.js';
import { QueueTable, type TakenJob } from './queue-table.js';
import { pause } from '../async/pause.js';
import { sharedAbortController } from '../async/shared-abort.js';

export interface JobWorkerOptions {
  readonly pool: Pool;
  /** The address of the database, for the one connection that listens. */
  readonly url: string;
  readonly handlers: readonly JobHandler[];
  readonly logger: Logger;
  /** Records spans; by default no spans are recorded. */
  readonly tracing?: Tracing;
  /** This backend's UUID, which is `LeaseKeeper.holder`. */
  readonly backend: string;
  /** While it returns true, no job is started, and running jobs continue. */
  readonly paused?: () => boolean;
  /** While it returns true, at most one job of each task runs at a time, because waiting users go first. */
  readonly busy?: () => boolean;
  /** Receives a report on each job that no event calls for. By default such jobs are not reported. */
  readonly tampering?: Tampering;
  /**
   * True if the subject for which a job was just parked need not be waited for any more. The subject may have
   * been released while the job was running, when the job was not parked yet. By default never true.
   */
  readonly isReleased?: (subject: string) => boolean;
  /** Milliseconds between polls; 1 000 by default. Notifications wake the worker at once. */
  readonly pollMs?: number;
  /** Milliseconds for which a stop waits for running jobs; 5 000 by default. */
  readonly stopWithinMs?: number | undefined;
}

/** If a poll takes longer than this many milliseconds, the worker ignores its result. */
const LATE_MS = 5_000;
/** Milliseconds after which a job that was taken but never started is freed. */
const LOST_MS = 10_000;
const STOP_MS = 5_000;
/** After this many milliseconds without a successful poll the worker counts as stuck. */
const STUCK_MS = 15_000;
/** Milliseconds until the next attempt of a job that was interrupted because a store was unavailable. */
const AWAY_MS = 5_000;
const CAUSE_MISSING = 'job_without_cause';

/**
 * Runs the jobs, but only a limited number of each task at a time. A job whose handler throws is retried with
 * growing pauses for as long as it is owed. If the handler could not reach a store, the attempt is not
 * counted, so the pause does not grow. No error ends the worker, because it polls again after each error.
 */
export class JobWorker {
  private readonly table: QueueTable;
  private readonly listener: Listener;
  private readonly handlers: ReadonlyMap<string, JobHandler>;
  private readonly stopping = sharedAbortController();
  private readonly inHand = new Map<string, { readonly job: TakenJob; readonly run: Promise<void> }>();
  private working: Promise<void> | undefined;
  private wake: () => void = () => undefined;
  private woken = false;
  private polledAt = performance.now();
  private fault: string | undefined;
  /** Tasks that had no free slot left after the last poll. More of their jobs may be waiting. */
  private fullTasks: ReadonlySet<string> = new Set();
  /** True during a poll. A poll uses the slots that were free when it began. */
  private polling = false;

  constructor(private readonly options: JobWorkerOptions) {
    const { pool, url, logger, handlers, backend } = options;
    this.table = new QueueTable(pool, backend);
    this.handlers = new Map(handlers.map((handler) => [handler.task, handler]));
    this.listener = new Listener({
      connection: {
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: LATE_MS,
        application_name: sessionName('jobs'),
      },
      channel: JOBS_CHANNEL,
      onNotification: () => this.poll(),
      onListening: () => this.poll(),
      onLost: (error) =>
        logger.debug(
          describeError(error),
          'the connection that listens for jobs was lost; the service reopens it',
        ),
      reconnectMs: [500],
    });
  }

  start(): void {
    if (this.working !== undefined) return;
    this.polledAt = performance.now();
    void this.listener.start();
    this.working = this.work();
  }

  /**
   * Takes no more jobs, aborts the `signal` of running jobs, and waits up to `stopWithinMs` for them. A job
   * that still runs stays with this worker until the worker counts as dead, so no job runs twice at once.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.poll();
    await Promise.all([this.working, this.listener.stop()]);
    if (this.working === undefined) return;
    const over = new AbortController();
    await Promise.race([
      Promise.all([...this.inHand.values()].map(({ run }) => run)),
      pause(this.options.stopWithinMs ?? STOP_MS, over.signal),
    ]);
    over.abort();
    await this.table.leave([...this.inHand.keys()]).catch(() => undefined);
  }

  /** Returns the reason why this worker runs no jobs; undefined if it is healthy. */
  problem(): string | undefined {
    const seconds = Math.round((performance.now() - this.polledAt) / 1000);
    return seconds * 1000 > STUCK_MS ? `jobs: not looked at for ${seconds} s` : undefined;
  }

  /** Polls as soon as possible. */
  private poll(): void {
    this.woken = true;
    this.wake();
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.woken = false;
      await this.takeDueJobs();
      if (!this.woken) await this.rest();
    }
  }

  private async rest(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.pollMs ?? 1000);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = () => undefined;
  }

  private async takeDueJobs(): Promise<void> {
    const began = performance.now();
    try {
      const places = this.freeSlots();
      this.polling = true;
      const taken = await this.table.take(places, [...this.inHand.keys()], LOST_MS);
      this.polledAt = performance.now();
      this.logFault(undefined);
      this.fullTasks = fullTasksOf([...this.handlers.keys()], places, taken);
      // Another worker may have these jobs by now, so this worker does not start them. They are freed later.
      if (this.polledAt - began > LATE_MS) return;
      for (const job of taken) this.begin(job);
    } catch (error) {
      this.logFault(error);
    } finally {
      this.polling = false;
    }
  }

  /** Logs a fault once when it begins, and once when it ends. */
  private logFault(error: unknown): void {
    const fault = error === undefined ? undefined : errorCode(error);
    if (fault === this.fault) return;
    this.fault = fault;
    if (fault === undefined) this.options.logger.info({}, 'the job queue can be polled again');
    else
      this.options.logger.warn(
        describeError(error),
        'The job queue cannot be polled, so jobs are waiting. The worker will try again. If this persists, check the database (/health/ready).',
      );
  }

  private freeSlots(): Map<string, number> {
    if (this.options.paused?.() === true) return new Map();
    const running = [...this.inHand.values()].map(({ job }) => job.task);
    return freeSlotsOf([...this.handlers.values()], running, this.options.busy?.() === true);
  }

  private begin(job: TakenJob): void {
    const run = this.attempt(job).then((end) => {
      this.inHand.delete(job.id);
      if (end === 'again' || this.polling || this.fullTasks.has(job.task)) this.poll();
    });
    this.inHand.set(job.id, { job, run });
  }

  /** Never rejects. @returns 'again' if the job may be due again at once */
  private attempt(job: TakenJob): Promise<'over' | 'again'> {
    const { tracing = noTracing } = this.options;
    const facts = { 'job.task': job.task, 'job.id': job.id, 'job.attempt': job.attempts };
    return inWork({ ...(job.cause ?? { correlationId: newId() }), isQueued: true }, () =>
      inSpan(tracing, { name: `job ${job.task}`, kind: 'consumer', facts }, (span) => this.tried(job, span)),
    );
  }

  /** Never rejects. The job stays in `inHand` until the queue has recorded the job's outcome. */
  private async tried(job: TakenJob, span: Span): Promise<'over' | 'again'> {
    const { logger } = this.options;
    const ids = { task: job.task, jobId: job.id, attempt: job.attempts };
    try {
      // A row can hold any JSON.
      if (typeof job.payload !== 'object' || job.payload === null) throw new CauseMissing();
      await this.handlers.get(job.task)?.run(job.payload, this.contextOf(job));
      logger.debug(ids, 'job done');
      return (await this.untilKnown(job, () => this.table.finish(job))) ?? 'again';
    } catch (error) {
      if (error instanceof JobLost) {
        span.fail('JobLost');
        logger.warn(ids, 'another worker took over the job, because this worker sent no heartbeat in time');
        return 'again';
      }
      if (error instanceof CauseMissing) {
        span.fail(CAUSE_MISSING);
        this.options.tampering?.found(CAUSE_MISSING, { task: job.task, job: job.id });
        logger.debug(ids, 'no event calls for the job, so the job is closed');
        return (await this.untilKnown(job, () => this.table.finish(job))) ?? 'again';
      }
      if (error instanceof ParkedFor) return this.parked(job, error, span);
      if (isUnavailable(error)) {
        span.fail(errorCode(error));
        logger.debug({ ...ids, ...describeError(error) }, 'job interrupted, because a store does not answer');
        // If the job was interrupted because this worker stops, another worker can take the job at once.
        const waitMs = this.stopping.signal.aborted ? 0 : AWAY_MS;
        await this.untilKnown(job, () => this.table.retryUncounted(job, errorCode(error), waitMs));
        return 'again';
      }
      const [cause, waitMs] =
        error instanceof TryAgainIn ? [error.cause, error.ms] : [error, backoff(job.attempts)];
      if (cause === undefined) logger.debug(ids, 'job waits for its next attempt');
      else logger.warn({ ...ids, ...describeError(cause) }, 'job failed; it will be tried again');
      const code = cause === undefined ? null : errorCode(cause);
      if (code === null) span.set({ 'job.waits': true });
      else span.fail(code);
      await this.untilKnown(job, () => this.table.retryLater(job, code, waitMs));
      return 'again';
    }
  }

  /** Never rejects. */
  private async parked(job: TakenJob, { subject }: ParkedFor, span: Span): Promise<'again'> {
    const { logger, isReleased = () => false, pool } = this.options;
    span.set({ 'job.parked': true });
    logger.warn(
      { task: job.task, jobId: job.id, parkedFor: subject },
      'The job is parked. It is not tried again until what it waits for is in order.',
    );
    await this.untilKnown(job, () => this.table.park(job, subject));
    if (isReleased(subject)) await this.untilKnown(job, () => releaseJobs(pool, [subject]));
    return 'again';
  }

  private contextOf(job: TakenJob): JobContext {
    return {
      attempt: job.attempts,
      jobId: job.id,
      signal: this.stopping.signal,
      assertHeld: async () => {
        if (!(await this.table.has(job))) throw new JobLost();
      },
    };
  }

  /**
   * Calls `tell` until the queue has confirmed the job's outcome. While the database is unavailable, the job
   * stays in `inHand`. If this worker stops earlier, another worker takes the job and sees that it is done.
   * @returns the queue's result; undefined if this worker stopped before the confirmation
   */
  private async untilKnown<Answer>(job: TakenJob, tell: () => Promise<Answer>): Promise<Answer | undefined> {
    for (let waitMs = 100; ; waitMs = Math.min(2 * waitMs, 2_000)) {
      try {
        return await tell();
      } catch (error) {
        this.options.logger.debug(
          { jobId: job.id, ...describeError(error) },
          "the job queue did not confirm a job's outcome; the worker reports it again",
        );
        if (this.stopping.signal.aborted) return undefined;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }
}

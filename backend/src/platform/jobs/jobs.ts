import { EventEmitter } from 'node:events';
import { run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { describeError, errorCode } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';
import { pause } from '../pause.js';
import { Heartbeat } from './heartbeat.js';
import { jobLogger } from './job-logger.js';
import type { JobHandler, JobRequest } from './job.js';

export interface JobWorkerOptions {
  readonly pool: Pool;
  readonly handlers: readonly JobHandler[];
  readonly logger: Logger;
  /** UUID of this backend: `LeaseKeeper.holder`. */
  readonly backend: string;
  /** Jobs at a time, 3 by default. */
  readonly concurrency?: number;
  /** Milliseconds between looks at the queue, 1000 by default; notifications wake it at once. */
  readonly pollMs?: number;
}

/** What ends up in the queue's table as a job's error: no message, since those may quote personal data. */
class JobFailed extends Error {
  constructor(error: unknown) {
    super(errorCode(error));
    this.name = 'JobFailed';
  }
}

/**
 * Works on the jobs. A handler that throws is tried again after 3 s, 7 s, 20 s, …, at most 5 minutes (the
 * janitor caps it), for as long as it is owed. `start` needs `migrateJobs` to have run.
 */
export class JobWorker {
  private readonly stopping = new AbortController();
  private readonly heartbeat: Heartbeat;
  private runner: Runner | undefined;
  private supervised: Promise<void> | undefined;

  constructor(private readonly options: JobWorkerOptions) {
    this.heartbeat = new Heartbeat(options.pool, options.backend, options.logger);
  }

  start(): void {
    this.supervised ??= this.supervise();
  }

  /**
   * Takes no more jobs, tells those in work to end (`signal`) and waits for them up to 5 s; what is left is
   * freed as that of a dead worker.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.runner?.stop().catch(() => undefined);
    await this.supervised;
  }

  /** The queue gives up after long faults of the database; it is begun again. */
  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.runOnce();
      } catch (error) {
        if (!signal.aborted)
          this.options.logger.warn(describeError(error), 'the job worker was interrupted; beginning again');
      }
      if (!signal.aborted) await pause(1000, signal);
    }
  }

  private async runOnce(): Promise<void> {
    const { concurrency = 3 } = this.options;
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => this.heartbeat.start(workerPool.id));
    whenBlind(events, concurrency, () => {
      this.options.logger.warn({}, 'the job worker never got to see the queue; beginning again');
      void this.runner?.stop().catch(() => undefined);
    });
    try {
      this.runner = await run({
        pgPool: this.options.pool,
        taskList: this.tasks(),
        concurrency,
        pollInterval: this.options.pollMs ?? 1000,
        noHandleSignals: true,
        parsedCronItems: [],
        events,
        logger: jobLogger(this.options.logger),
        // Without a delay the queue does not wait for its own bookkeeping, and a lost database would end the
        // process.
        preset: {
          worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: 5000 },
        },
      });
      if (this.stopping.signal.aborted) await this.runner.stop();
      await this.runner.promise;
    } finally {
      this.runner = undefined;
      await this.heartbeat.stop();
    }
  }

  private tasks(): TaskList {
    return Object.fromEntries(
      this.options.handlers.map((handler) => [
        handler.task,
        async (payload: unknown, { job }: { job: { id: string; attempts: number } }) => {
          // Only JobRequests are ever enqueued.
          await this.attempt(handler, payload as JobRequest['payload'], job);
        },
      ]),
    );
  }

  private async attempt(
    handler: JobHandler,
    payload: JobRequest['payload'],
    job: { id: string; attempts: number },
  ): Promise<void> {
    const jobId = job.id;
    try {
      await handler.run(payload, { attempt: job.attempts, jobId, signal: this.stopping.signal });
      this.options.logger.debug({ task: handler.task, jobId, attempt: job.attempts }, 'job done');
    } catch (error) {
      this.options.logger.warn(
        { task: handler.task, jobId, attempt: job.attempts, ...describeError(error) },
        'job failed; it is tried again',
      );
      throw new JobFailed(error);
    }
  }
}

/**
 * The queue asks once for the numbers of its tasks and keeps the answer for good, even when it is a failure:
 * a connection lost at that moment would leave it without a job for ever, while it looks as if it ran.
 * Nothing is in work then, so beginning again costs nothing; it waits for a moment without a look under way,
 * which would be torn.
 */
function whenBlind(events: WorkerEvents, concurrency: number, beginAgain: () => void): void {
  let looking = 0;
  let failed = 0;
  let seen = false;
  const looked = (): void => {
    looking -= 1;
    seen = true;
  };
  events.on('worker:getJob:start', () => (looking += 1));
  events.on('worker:getJob:empty', looked);
  events.on('job:start', looked);
  events.on('worker:getJob:error', () => {
    looking -= 1;
    failed += 1;
    if (!seen && looking === 0 && failed >= 2 * concurrency) setImmediate(beginAgain);
  });
}

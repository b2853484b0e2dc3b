/** Work outside the log that one event calls for. Holds only ids and codes, never personal data. */
export interface JobRequest {
  /** Name of the task that does the work. */
  readonly task: string;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
  /** Unique for the obligation; by default `<reaction>:<event id>`. */
  readonly key?: string;
}

/** Cause of a job: ids, for log lines and spans only. */
export interface JobCause {
  readonly correlationId: string;
  /** A span in the trace of that correlation; absent if no spans are recorded. */
  readonly spanId?: string;
}

/** Attempts during which a missing thing may still appear (a restore under way): a quarter of an hour. */
export const MISSING_ATTEMPTS = 8;

export interface JobContext {
  /** Counted from 1. */
  readonly attempt: number;
  readonly jobId: string;
  /** Aborted when the backend shuts down. */
  readonly signal: AbortSignal;
  /**
   * Call this before any step that must not run twice: a backend that hung may have been taken for dead, and
   * its job given to another.
   * @throws JobLost
   */
  assertHeld(): Promise<void>;
}

/**
 * Fulfils one obligation. The payload only says where to look: the handler reads the stream, proves by it
 * that the work is owed, takes all that it records from there, and stops if the fact is there already. If it
 * throws, the job is retried with backoff for as long as it is owed.
 */
export interface JobHandler {
  readonly task: string;
  /** Most jobs of this task that a backend runs at a time, 2 by default: no task uses another's slots. */
  readonly slots?: number;
  run(payload: JobRequest['payload'], context: JobContext): Promise<void>;
}

/** By now another worker has the job, or no worker has it. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/**
 * Thrown by a handler that found no event that calls for its job: this service did not request it. The job
 * ends, and the finding is reported (rule:jobs-prove-their-cause).
 */
export class CauseMissing extends Error {
  override readonly name = 'CauseMissing';

  constructor() {
    super('no event calls for this job');
  }
}

/** Thrown by a handler that knows better than the backoff when to retry its job. */
export class TryAgainIn extends Error {
  override readonly name = 'TryAgainIn';

  /**
   * @param ms from now
   * @param cause the failure; undefined if nothing failed and the job only has to wait
   */
  constructor(
    readonly ms: number,
    cause?: unknown,
  ) {
    super('later', { cause });
  }
}

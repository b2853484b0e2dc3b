/**
 * A request for work that an event calls for and that is done outside of the event log. It contains only ids
 * and codes, never personal data.
 */
export interface JobRequest {
  /** The name of the task that does the work. */
  readonly task: string;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
  /** Identifies the obligation, and is unique to it; by default `<reaction>:<event id>`. */
  readonly key?: string;
}

/** A job's cause: ids that are for log lines and spans only. */
export interface JobCause {
  readonly correlationId: string;
  /** The id of a span in the trace that belongs to `correlationId`; absent if no spans are recorded. */
  readonly spanId?: string;
}

/**
 * Number of attempts after which a missing object counts as lost. Before that, the object may still appear,
 * for instance during a restore. Eight attempts take a quarter of an hour.
 */
export const MISSING_ATTEMPTS = 8;

export interface JobContext {
  /** Counted from 1. */
  readonly attempt: number;
  readonly jobId: string;
  /** Aborted when the backend shuts down. */
  readonly signal: AbortSignal;
  /**
   * Checks that this worker still has the job. Call this before any step that must not run twice. If this
   * backend hung for a while, it may have counted as dead, and another backend may now have the job.
   * @throws JobLost
   */
  assertHeld(): Promise<void>;
}

/**
 * Fulfils one obligation. The payload only says which stream to read. The stream must prove that the work is
 * owed, and it supplies all data that the handler records. If the stream already contains the event that
 * records the work, the handler does nothing. If the handler throws, the job is retried with backoff for as
 * long as it is owed.
 */
export interface JobHandler {
  readonly task: string;
  /**
   * Maximum number of jobs of this task that a backend runs at a time; 2 by default. No task uses another
   * task's slots.
   */
  readonly slots?: number;
  run(payload: JobRequest['payload'], context: JobContext): Promise<void>;
}

/** Thrown if this worker no longer has the job. Another worker may have taken it. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/**
 * Thrown by a handler if no event calls for its job. This service cannot have requested such a job. The job
 * ends, and the finding is reported (rule:jobs-prove-their-cause).
 */
export class CauseMissing extends Error {
  override readonly name = 'CauseMissing';

  constructor() {
    super('no event calls for this job');
  }
}

/**
 * Thrown by a handler whose work cannot be done until something else happens to its subject. The job is then
 * parked: it is not run again until `releaseJobs` names the subject, and it does not count as failed. Its row
 * stays, so no sweep enqueues another job for the same work.
 */
export class ParkedFor extends Error {
  override readonly name = 'ParkedFor';

  /** @param subject what the job waits for, for instance the name of a stream. It contains no personal data. */
  constructor(
    readonly subject: string,
    cause?: unknown,
  ) {
    super(`parked for ${subject}`, { cause });
  }
}

/** Thrown by a handler that sets the time of the next attempt itself, instead of the usual backoff. */
export class TryAgainIn extends Error {
  override readonly name = 'TryAgainIn';

  /**
   * @param ms milliseconds from now
   * @param cause the failure; undefined if nothing failed and the job only has to wait
   */
  constructor(
    readonly ms: number,
    cause?: unknown,
  ) {
    super('later', { cause });
  }
}

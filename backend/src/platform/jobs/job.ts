/** Work outside the log that one event calls for. Holds ids and codes only, never personal data. */
export interface JobRequest {
  /** Name of the task that does it. */
  readonly task: string;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
  /** Unique for the obligation; by default `<reaction>:<event id>`. */
  readonly key?: string;
}

/** What a job follows from: ids, for log lines and spans alone. */
export interface JobCause {
  readonly correlationId: string;
  /** In the trace of that correlation; absent where no spans are recorded. */
  readonly spanId?: string;
}

/** Attempts for which something that is missing may still come (a restore under way): a quarter of an hour. */
export const MISSING_ATTEMPTS = 8;

export interface JobContext {
  /** Counted from 1. */
  readonly attempt: number;
  readonly jobId: string;
  /** Aborted when the backend shuts down. */
  readonly signal: AbortSignal;
  /**
   * To be asked before what cannot be done twice without harm: a backend that stood still may have been taken
   * for dead, and its job given to another.
   * @throws JobLost
   */
  hold(): Promise<void>;
}

/**
 * Does one obligation. The payload only says where to look: the handler reads the stream, proves by it that the work is
 * owed, takes all that it records from there, and stops if the fact is there already. It throws to be tried again with
 * backoff for as long as it is owed.
 */
export interface JobHandler {
  readonly task: string;
  /** How many of them a backend does at a time, 2 by default: no kind of work takes another's places. */
  readonly atOnce?: number;
  run(payload: JobRequest['payload'], context: JobContext): Promise<void>;
}

/** Another worker has the job by now, or nobody. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/**
 * Thrown by a handler that found no event that calls for its job: this service did not ask for it. The job ends, and
 * it is told (rule:jobs-prove-their-cause).
 */
export class CauseMissing extends Error {
  override readonly name = 'CauseMissing';

  constructor() {
    super('no event calls for this job');
  }
}

/** Thrown by a handler that knows better than the backoff when its job is worth another attempt. */
export class TryAgainIn extends Error {
  override readonly name = 'TryAgainIn';

  /**
   * @param ms from now
   * @param cause what failed; undefined where nothing did, and what the job is about has only not come yet
   */
  constructor(
    readonly ms: number,
    cause?: unknown,
  ) {
    super('later', { cause });
  }
}

/** Work outside the log that one event calls for. Holds ids and codes only, never personal data. */
export interface JobRequest {
  /** Name of the task that does it. */
  readonly task: string;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
  /** Unique for the obligation; by default `<reaction>:<event id>`. */
  readonly key?: string;
  readonly runAt?: string;
}

export interface JobContext {
  /** Counted from 1. */
  readonly attempt: number;
  readonly jobId: string;
  /** Aborted when the backend shuts down. */
  readonly signal: AbortSignal;
}

/**
 * Does one obligation. First reads the stream and stops if the fact is there; throws to be tried again with
 * backoff for as long as it is owed.
 */
export interface JobHandler {
  readonly task: string;
  run(payload: JobRequest['payload'], context: JobContext): Promise<void>;
}

import type { NewEvent, Recorded } from '../journal/event.js';

/** Work outside the log that one event calls for. Holds ids and codes only, never personal data. */
export interface JobRequest {
  /** Name of the task that does it. */
  readonly task: string;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
  /** Unique for the obligation; by default `<reaction>:<event id>`. */
  readonly key?: string;
  readonly runAt?: string;
}

/**
 * Turns facts into owed work. Its jobs are enqueued in the transaction that moves its checkpoint; it is never rebuilt.
 * The file name is the sentence: `deliver-when-completed-and-paid.ts`.
 */
export interface Reaction<E extends NewEvent = NewEvent> {
  readonly name: string;
  readonly streamPrefix: string;
  readonly react: (event: Recorded<E>) => readonly JobRequest[];
}

export interface JobContext {
  /** Counted from 1. */
  readonly attempt: number;
  readonly jobId: string;
  /** Aborted when the backend shuts down. */
  readonly signal: AbortSignal;
}

/** Does one obligation. First reads the stream and stops if the fact is there; throws to be tried again with backoff for as long as it is owed. */
export interface JobHandler {
  readonly task: string;
  run(payload: JobRequest['payload'], context: JobContext): Promise<void>;
}

/** Finds every open obligation of one kind, so that owed work without a live job gets one. */
export interface Sweep {
  readonly name: string;
  find(): Promise<readonly (JobRequest & { readonly key: string })[]>;
}

/** Work by the clock: one leader each, run every `everyMs`; may run twice. Only finds what is due and appends or enqueues. */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}

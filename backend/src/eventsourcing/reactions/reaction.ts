import type { KeyedJob } from '../../platform/jobs/enqueue.js';
import type { JobRequest } from '../../platform/jobs/job.js';
import type { NewEvent, Recorded } from '../journal/event.js';

/**
 * Turns facts into owed work. Its jobs are enqueued in the transaction that moves its checkpoint. It is never
 * rebuilt. The file name is the sentence: `deliver-when-completed-and-paid.ts`.
 */
export interface Reaction<E extends NewEvent = NewEvent> {
  readonly name: string;
  readonly streamPrefix: string;
  readonly react: (event: Recorded<E>) => readonly JobRequest[];
}

/** Result of one run of a sweep. */
export interface SweepResult {
  readonly jobs: readonly KeyedJob[];
  /** Id after which the next run begins; undefined if nothing is left. */
  readonly next: string | undefined;
}

/** Finds every open obligation of one kind, so that owed work without a live job gets one. */
export interface Sweep {
  readonly name: string;
  /** The sweep enqueues first jobs. By default it replaces jobs that were lost, which is worth a warning. */
  readonly gives?: 'first jobs';
  find(after: string | undefined): Promise<SweepResult>;
}

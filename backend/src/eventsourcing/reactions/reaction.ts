import type { JobRequest } from '../../platform/jobs/job.js';
import type { NewEvent, Recorded } from '../journal/event.js';

/**
 * Turns facts into owed work. Its jobs are enqueued in the transaction that moves its checkpoint; it is never
 * rebuilt. The file name is the sentence: `deliver-when-completed-and-paid.ts`.
 */
export interface Reaction<E extends NewEvent = NewEvent> {
  readonly name: string;
  readonly streamPrefix: string;
  readonly react: (event: Recorded<E>) => readonly JobRequest[];
}

/** Finds every open obligation of one kind, so that owed work without a live job gets one. */
export interface Sweep {
  readonly name: string;
  find(): Promise<readonly (JobRequest & { readonly key: string })[]>;
}

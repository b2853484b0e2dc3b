import type { KeyedJob } from '../../platform/jobs/enqueue.js';
import type { JobRequest } from '../../platform/jobs/job.js';
import type { NewEvent, Recorded } from '../journal/event.js';

/**
 * Derives owed work from events. The jobs are enqueued in the transaction that moves the reaction's
 * checkpoint. A reaction is never rebuilt. Its file name is a sentence: `deliver-when-completed-and-paid.ts`.
 */
export interface Reaction<E extends NewEvent = NewEvent> {
  readonly name: string;
  readonly streamPrefix: string;
  readonly react: (event: Recorded<E>) => readonly JobRequest[];
}

/** The result of one call of a sweep's `find`. */
export interface SweepResult {
  readonly jobs: readonly KeyedJob[];
  /** Id after which the next call continues; undefined if nothing is left. */
  readonly next: string | undefined;
}

/**
 * Finds every open obligation of one kind. A job is then enqueued for each obligation that has no waiting or
 * running job.
 */
export interface Sweep {
  readonly name: string;
  /**
   * Set if this sweep enqueues the first job of each obligation. Otherwise the sweep only replaces lost jobs,
   * and it logs a warning if it does so.
   */
  readonly gives?: 'first jobs';
  find(after: string | undefined): Promise<SweepResult>;
}

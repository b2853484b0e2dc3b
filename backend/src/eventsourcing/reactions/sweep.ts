import type { Pool } from 'pg';
import type { Logger } from '../../platform/logging/logger.js';
import { enqueueMissing, type KeyedJob } from '../../platform/jobs/enqueue.js';
import type { Sweep } from './reaction.js';
import type { SweepCursor } from './sweep-cursor.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';

const EVERY_MS = 30_000;
/** Maximum number of obligations on one page. */
const PAGE = 500;

/**
 * Builds a sweep that covers all items in the order of their ids, page by page. So items that stay at the
 * beginning cannot hide later items.
 * @param find returns at most `limit` items after the id `after` (undefined: beginning with the first)
 */
export const inPages =
  <Found extends { readonly id: string }>(
    find: (after: string | undefined, limit: number) => Promise<readonly Found[]>,
    jobsOf: (found: Found) => readonly KeyedJob[],
  ): Sweep['find'] =>
  async (after) => {
    const found = await find(after, PAGE);
    return { jobs: found.flatMap(jobsOf), next: found.length < PAGE ? undefined : found.at(-1)?.id };
  };

/** Milliseconds for which an item counts as new. */
const NEW_MS = 60 * 60 * 1000;
/** Number of ids that are examined in one run: about 140 000 a day. */
const ROUND = 50;

export interface RoundParts<Found> {
  /**
   * Returns at most `limit` ids after the id `after`, in order (undefined: beginning with the first).
   * Includes ids that owe nothing.
   */
  readonly ids: (after: string | undefined, limit: number) => Promise<readonly string[]>;
  /**
   * Returns the items that owe something, among those that are newer than `since` and those named in `ids`.
   */
  readonly find: (since: Date, ids: readonly string[]) => Promise<readonly Found[]>;
  readonly jobsOf: (found: Found) => readonly KeyedJob[];
  readonly clock: { now(): Date };
  readonly cursor: SweepCursor;
}

/**
 * Builds a sweep for obligations that depend on two streams, so that no index can distinguish open
 * obligations from done work. Each run examines the new items and one page of all items. When the last page
 * was examined, a new round begins with the first page. So a run costs the same however many items there are,
 * and every item is examined sooner or later. The place in the round is stored, and the next leader continues
 * there. Otherwise many restarts could keep the last items from ever being examined.
 */
export function inRounds<Found>({ ids, find, jobsOf, clock, cursor }: RoundParts<Found>): Sweep['find'] {
  let begun = false;
  let after: string | undefined;
  return async () => {
    if (!begun) after = await cursor.read();
    begun = true;
    const page = await ids(after, ROUND);
    const found = await find(new Date(clock.now().getTime() - NEW_MS), page);
    const next = page.length < ROUND ? undefined : page.at(-1);
    if (next !== after) await cursor.save(next);
    after = next;
    return { jobs: found.flatMap(jobsOf), next: undefined };
  };
}

/**
 * Turns a sweep into work for the Scheduler. The work enqueues a job for each obligation that has no live
 * job.
 */
export function scheduleSweep(
  sweep: Sweep,
  options: { pool: Pool; logger: Logger; everyMs?: number },
): Scheduled {
  return {
    name: `sweep:${sweep.name}`,
    everyMs: options.everyMs ?? EVERY_MS,
    run: async (signal) => {
      let added = 0;
      let after: string | undefined;
      do {
        const { jobs, next } = await sweep.find(after);
        added += await enqueueMissing(options.pool, jobs);
        after = next;
      } while (after !== undefined && !signal.aborted);
      const level = sweep.gives === 'first jobs' ? 'debug' : 'warn';
      if (added > 0)
        options.logger[level](
          { sweep: sweep.name, added },
          'the sweep found obligations without a job and enqueued one for each',
        );
    },
  };
}

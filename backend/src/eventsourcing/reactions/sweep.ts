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
 * Returns the `find` function of a sweep that reads all items in the order of their ids, one page per call.
 * Because the sweep reads every page, items that remain on the first page cannot hide later items.
 * @param find returns at most `limit` items after the id `after`. If `after` is undefined, it begins with the
 * first item.
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
/** Number of ids that one run examines. This makes about 140 000 ids a day. */
const ROUND = 50;

export interface RoundParts<Found> {
  /**
   * Returns at most `limit` ids after the id `after`, in order. If `after` is undefined, begins with the
   * first id. The result includes ids without an open obligation.
   */
  readonly ids: (after: string | undefined, limit: number) => Promise<readonly string[]>;
  /**
   * Returns the items with an open obligation. Considers only items that are newer than `since` or whose id
   * is in `ids`.
   */
  readonly find: (since: Date, ids: readonly string[]) => Promise<readonly Found[]>;
  readonly jobsOf: (found: Found) => readonly KeyedJob[];
  readonly clock: { now(): Date };
  readonly cursor: SweepCursor;
}

/**
 * Returns the `find` function of a sweep for obligations that depend on two streams. An index cannot find
 * such open obligations, because it cannot distinguish them from obligations that are already met.
 *
 * Each run examines the new items and one page of all items. A run that examines the last page ends the
 * round, and the next run begins a new round with the first page. So the cost of a run does not depend on the
 * number of items, and every item is examined in each round. The position in the round is stored, so that the
 * next leader continues there. Otherwise frequent restarts could prevent the last items from ever being
 * examined.
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
 * Turns a sweep into work for the `Scheduler`. The work enqueues a job for each obligation that has no
 * waiting or running job.
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

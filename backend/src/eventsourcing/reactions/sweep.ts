import type { Pool } from 'pg';
import type { Logger } from '../../platform/logging/logger.js';
import { enqueueMissing, type KeyedJob } from '../../platform/jobs/enqueue.js';
import type { Sweep } from './reaction.js';
import type { SweepPlace } from './sweep-place.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';

const EVERY_MS = 30_000;
/** Most obligations looked at in one go. */
const PAGE = 500;

/**
 * Looks through all there are, in the order of their ids: nothing that stays at the head hides what comes
 * after it.
 * @param find those after this id (undefined: from the first on), at most so many
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

/** Milliseconds for which something counts as new. */
const NEW_MS = 60 * 60 * 1000;
/** Of all there ever was so many are looked at in one go: some 140 000 a day. */
const ROUND = 50;

export interface RoundParts<Found> {
  /** Ids after this one (undefined: from the first on), of whatever there is, in their order; at most so many. */
  readonly ids: (after: string | undefined, limit: number) => Promise<readonly string[]>;
  /** Those of whom something is owed: all that are newer than that time, and of the others these. */
  readonly find: (since: Date, ids: readonly string[]) => Promise<readonly Found[]>;
  readonly jobsOf: (found: Found) => readonly KeyedJob[];
  readonly clock: { now(): Date };
  readonly place: SweepPlace;
}

/**
 * For what no index can tell from what is done, because two streams say so together. Looks at what is new each
 * time, and beside it goes round through all there ever was, some at a time: a look costs the same however
 * much that is, and nothing is left out for good. Where it is in its round is kept, so that a backend that
 * takes over goes on there: with many restarts the end would never have its turn.
 */
export function inRounds<Found>({ ids, find, jobsOf, clock, place }: RoundParts<Found>): Sweep['find'] {
  let begun = false;
  let after: string | undefined;
  return async () => {
    if (!begun) after = await place.read();
    begun = true;
    const page = await ids(after, ROUND);
    const found = await find(new Date(clock.now().getTime() - NEW_MS), page);
    const next = page.length < ROUND ? undefined : page.at(-1);
    if (next !== after) await place.keep(next);
    after = next;
    return { jobs: found.flatMap(jobsOf), next: undefined };
  };
}

/** A sweep as work by the clock: owed work without a living job gets one. To be given to the Scheduler. */
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
      if (added > 0) options.logger[level]({ sweep: sweep.name, added }, 'owed work had no job and got one');
    },
  };
}

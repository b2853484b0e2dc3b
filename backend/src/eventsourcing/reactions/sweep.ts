import type { Pool } from 'pg';
import type { Logger } from '../../platform/logging/logger.js';
import { enqueueMissing, type KeyedJob } from '../../platform/jobs/enqueue.js';
import type { Sweep } from './reaction.js';
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
      if (added > 0) options.logger.warn({ sweep: sweep.name, added }, 'owed work had no job and got one');
    },
  };
}

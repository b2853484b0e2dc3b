import type { Pool } from 'pg';
import type { Logger } from '../logger.js';
import { enqueueMissing } from './enqueue.js';
import type { Scheduled, Sweep } from './reaction.js';

const EVERY_MS = 30_000;

/** A sweep as work by the clock: owed work without a living job gets one. To be given to the Scheduler. */
export function scheduleSweep(sweep: Sweep, options: { pool: Pool; logger: Logger; everyMs?: number }): Scheduled {
  return {
    name: `sweep:${sweep.name}`,
    everyMs: options.everyMs ?? EVERY_MS,
    run: async () => {
      const added = await enqueueMissing(options.pool, await sweep.find());
      if (added > 0) options.logger.warn({ sweep: sweep.name, added }, 'owed work had no job and got one');
    },
  };
}

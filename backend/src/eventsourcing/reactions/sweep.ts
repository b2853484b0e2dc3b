import type { Pool } from 'pg';
import type { Logger } from '../../platform/logging/logger.js';
import { enqueueMissing } from '../../platform/jobs/enqueue.js';
import type { Sweep } from './reaction.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';

const EVERY_MS = 30_000;

/** A sweep as work by the clock: owed work without a living job gets one. To be given to the Scheduler. */
export function scheduleSweep(
  sweep: Sweep,
  options: { pool: Pool; logger: Logger; everyMs?: number },
): Scheduled {
  return {
    name: `sweep:${sweep.name}`,
    everyMs: options.everyMs ?? EVERY_MS,
    run: async () => {
      const added = await enqueueMissing(options.pool, await sweep.find());
      if (added > 0) options.logger.warn({ sweep: sweep.name, added }, 'owed work had no job and got one');
    },
  };
}

import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { beginRun, isRunDue } from './verification-run.js';

/**
 * Starts the verification of the whole log when it is due (rule:log-is-verified), so that nobody has to
 * remember it.
 */
export const verifyLogWhenDue = (pool: Pool, clock: Clock): Scheduled => ({
  name: 'verify-log-when-due',
  everyMs: HOUR_MS,
  run: async () => {
    const now = clock.now();
    if (await isRunDue(pool, now)) await beginRun(pool, now);
  },
});

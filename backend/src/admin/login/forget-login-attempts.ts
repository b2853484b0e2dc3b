import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import { inBatches } from '../../platform/postgres/in-batches.js';

/** Number of days after which failed logins no longer slow down an address (login-throttle.ts). */
const FAILURES_DAYS = 1;
/** Number of days for which an address counts as known after a login. */
const KNOWN_DAYS = 90;

/**
 * Deletes the login attempts of an address once they no longer slow anybody down (rule:login-is-throttled).
 */
export const forgetLoginAttempts = (pool: Pool, clock: Clock): Scheduled => ({
  name: 'forget-login-attempts',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const forget = (known: boolean, days: number): Promise<void> =>
      inBatches(
        pool,
        'DELETE FROM login_attempts',
        {
          table: 'login_attempts',
          where: 'known = $1 AND last_at < $2',
          values: [known, new Date(clock.now().getTime() - days * DAY_MS)],
        },
        signal,
      );
    await forget(true, KNOWN_DAYS);
    await forget(false, FAILURES_DAYS);
  },
});

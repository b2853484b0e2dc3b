import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';

/** Days after which failures count no more (login-throttle.ts). */
const FAILURES_DAYS = 1;
/** Days for which an address that logged in is known as one. */
const KNOWN_DAYS = 90;

/** Which addresses tried to log in is kept no longer than it slows anybody down (rule:login-is-throttled). */
export const forgetLoginAttempts = (pool: Pool, clock: Clock): Scheduled => ({
  name: 'forget-login-attempts',
  everyMs: HOUR_MS,
  run: async () => {
    const daysAgo = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);
    const forget = 'DELETE FROM login_attempts WHERE known = $1 AND last_at < $2';
    await pool.query(forget, [true, daysAgo(KNOWN_DAYS)]);
    await pool.query(forget, [false, daysAgo(FAILURES_DAYS)]);
  },
});

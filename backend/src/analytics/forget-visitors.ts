import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { inBatches } from '../platform/postgres/in-batches.js';

/**
 * Blanks the data that distinguishes visitors once its retention time is over; the counts stay
 * (rule:visitors-are-forgotten).
 */
export const forgetVisitors = (pool: Pool, clock: Clock, days: number): Scheduled => ({
  name: 'forget-visitors',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const values = [new Date(clock.now().getTime() - days * DAY_MS)];
    await inBatches(
      pool,
      'UPDATE page_views SET user_agent = NULL, session_id = NULL',
      {
        table: 'page_views',
        where: 'timestamp < $1 AND (user_agent IS NOT NULL OR session_id IS NOT NULL)',
        values,
      },
      signal,
    );
    await inBatches(
      pool,
      'UPDATE funnel_events SET session_id = NULL',
      { table: 'funnel_events', where: 'timestamp < $1 AND session_id IS NOT NULL', values },
      signal,
    );
  },
});

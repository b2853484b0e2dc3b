import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { inBatches } from '../platform/postgres/in-batches.js';
import { COUNTED, UNCOUNTED } from './page-view.entity.js';

/** The tables of visits, each with the columns that distinguish visitors. */
const VISITS = [
  { table: 'page_views', columns: ['user_agent', 'session_id'] },
  { table: 'funnel_events', columns: ['session_id'] },
];

/**
 * Deletes each visit whose retention time is over, if a sum already contains the visit. Callers therefore
 * cannot fill the disk (rule:visitors-are-forgotten). If such a visit is not counted yet, its row stays until
 * it is counted. Only the data that distinguishes the visitor is removed from the row.
 */
export const forgetVisitors = (pool: Pool, clock: Clock, days: number): Scheduled => ({
  name: 'forget-visitors',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const values = [new Date(clock.now().getTime() - days * DAY_MS)];
    for (const { table, columns } of VISITS) {
      const old = { table, where: `${COUNTED} AND timestamp < $1`, values };
      await inBatches(pool, `DELETE FROM ${table}`, old, signal);
      const known = columns.map((column) => `${column} IS NOT NULL`).join(' OR ');
      const waiting = { table, where: `${UNCOUNTED} AND timestamp < $1 AND (${known})`, values };
      const blanked = columns.map((column) => `${column} = NULL`).join(', ');
      await inBatches(pool, `UPDATE ${table} SET ${blanked}`, waiting, signal);
    }
  },
});

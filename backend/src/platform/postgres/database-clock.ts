import type { Pool } from 'pg';
import type { ServerClock } from '../time/clock-comparison.js';

/** Reads PostgreSQL's own clock at the time of the statement. */
export const databaseClock =
  (pool: Pick<Pool, 'query'>): ServerClock =>
  async () => {
    const { rows } = await pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the database answered no time');
    return row.ms;
  };

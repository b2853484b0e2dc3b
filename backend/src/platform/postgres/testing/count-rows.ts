import type { Pool } from 'pg';

/**
 * Returns the same pool, which now records how many rows each of its statements reached.
 * @param then called after each statement
 */
export const countingRows = (pool: Pool, counts: number[], then: () => void = () => undefined): Pool =>
  Object.assign(Object.create(pool) as Pool, {
    query: async (text: string, values: unknown[]) => {
      const result = await pool.query(text, values);
      counts.push(result.rowCount ?? 0);
      then();
      return result;
    },
  });

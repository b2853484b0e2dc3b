import type { Pool } from 'pg';

/**
 * Returns a wrapper of the pool that records the row count of each statement.
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

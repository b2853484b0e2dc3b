import type { Pool } from 'pg';

/**
 * Returns a function that reads one page of rows in the order of their ids. A page has at most `limit` rows.
 * It begins after the id `after`, or with the first row if `after` is undefined.
 * @param select an SQL statement that ends with its conditions and has no parameters; the ids are UUIDs
 */
export const pagesById =
  <Row extends { readonly id: string } = { readonly id: string }>(select: string) =>
  async (pool: Pool, after: string | undefined, limit: number): Promise<readonly Row[]> => {
    const { rows } = await pool.query<Row>(
      `${select} AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
      [after ?? null, limit],
    );
    return rows;
  };

import type { Pool } from 'pg';

/**
 * @param from the part of the SQL statement that begins with FROM: the table, and the conditions for the
 * counted rows
 * @param name the name of a prepared statement; use one for frequent queries
 */
export async function countRows(
  pool: Pool,
  from: string,
  values: readonly unknown[],
  name?: string,
): Promise<number> {
  const text = `SELECT count(*)::integer AS total ${from}`;
  const { rows } = await pool.query<{ total: number }>({ name, text, values: [...values] });
  return rows[0]?.total ?? 0;
}

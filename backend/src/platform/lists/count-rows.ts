import type { Pool } from 'pg';

/**
 * @param from SQL of the statement from FROM on: the table and the conditions of the counted rows
 * @param name name of the prepared statement, for frequent queries
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

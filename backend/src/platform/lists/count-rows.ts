import type { Pool } from 'pg';

/**
 * @param from SQL of the statement from FROM on: where the rows stand, and which of them are counted
 * @param name by which a connection keeps the statement, for what is asked often
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

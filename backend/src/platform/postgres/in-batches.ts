import type { Pool } from 'pg';

/** Most rows that one statement changes: far fewer than the time for a statement allows. */
export const BATCH = 1000;

export interface ManyRows {
  readonly table: string;
  /** An SQL condition, which no longer holds of a row that was changed. */
  readonly where: string;
  /** Parameters of the condition. */
  readonly values: readonly unknown[];
}

/**
 * Changes all rows of a condition, some at a time: one statement for a long backlog would be cancelled for its
 * length, again and again.
 * @param change `DELETE FROM …` or `UPDATE … SET …` of that table
 * @param signal ends it after the statement in work
 */
export async function inBatches(
  pool: Pool,
  change: string,
  { table, where, values }: ManyRows,
  signal?: AbortSignal,
): Promise<void> {
  // The condition stands there twice: what became of a row since it was chosen counts.
  const statement = `${change} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH})) AND (${where})`;
  for (let changed = BATCH; changed >= BATCH && signal?.aborted !== true; )
    changed = (await pool.query(statement, [...values])).rowCount ?? 0;
}

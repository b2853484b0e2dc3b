import type { Pool } from 'pg';

/** Most rows that one statement changes: far fewer than the statement timeout allows. */
export const BATCH = 1000;

export interface ManyRows {
  readonly table: string;
  /** An SQL condition that must no longer hold for a changed row. */
  readonly where: string;
  /** Parameters of the condition. */
  readonly values: readonly unknown[];
}

/**
 * Changes all rows of a condition in batches: a single statement for a long backlog would be cancelled for
 * its length, again and again.
 * @param change `DELETE FROM …` or `UPDATE … SET …` of that table
 * @param signal ends it after the current statement
 */
export async function inBatches(
  pool: Pool,
  change: string,
  { table, where, values }: ManyRows,
  signal?: AbortSignal,
): Promise<void> {
  // The condition is repeated: a row may have changed since it was chosen.
  const statement = `${change} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH})) AND (${where})`;
  for (let changed = BATCH; changed >= BATCH && signal?.aborted !== true; )
    changed = (await pool.query(statement, [...values])).rowCount ?? 0;
}

import type { Pool } from 'pg';

/** Most rows that one statement changes. A statement could change far more within its timeout. */
export const BATCH = 1000;

export interface ManyRows {
  readonly table: string;
  /** An SQL condition. It must be false for a row that has been changed. */
  readonly where: string;
  /** The condition's parameters. */
  readonly values: readonly unknown[];
}

/**
 * Changes all rows that match the condition in batches: a single statement for a long backlog would take too
 * long, and would be cancelled again and again.
 * @param change `DELETE FROM …` or `UPDATE … SET …` for that table
 * @param signal ends the work after the current statement
 */
export async function inBatches(
  pool: Pool,
  change: string,
  { table, where, values }: ManyRows,
  signal?: AbortSignal,
): Promise<void> {
  // The condition is repeated, because a row may have changed since it was selected.
  const statement = `${change} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH})) AND (${where})`;
  for (let changed = BATCH; changed >= BATCH && signal?.aborted !== true; )
    changed = (await pool.query(statement, [...values])).rowCount ?? 0;
}

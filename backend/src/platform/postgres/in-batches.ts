import type { Pool } from 'pg';

/**
 * Maximum number of rows that one statement changes. A statement could change far more within its timeout.
 */
export const BATCH = 1000;

export interface ManyRows {
  readonly table: string;
  /**
   * An SQL condition that selects the rows. The change must make the condition false, so that no row is
   * changed twice.
   */
  readonly where: string;
  /** The condition's parameters. */
  readonly values: readonly unknown[];
}

/**
 * Changes all rows that match the condition, in batches. With a long backlog, a single statement would exceed
 * its timeout and be cancelled each time.
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

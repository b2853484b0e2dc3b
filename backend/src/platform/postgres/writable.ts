import type { Pool } from 'pg';

/** A replica, or a server that was made read-only. */
export class DatabaseReadOnly extends Error {
  override readonly name = 'DatabaseReadOnly';
}

/** Rejects where the database does not answer, or takes no writes. @throws DatabaseReadOnly */
export async function assertWritable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ readOnly: string }>(
    `SELECT current_setting('transaction_read_only') AS "readOnly"`,
  );
  if (rows[0]?.readOnly !== 'off') throw new DatabaseReadOnly('it takes no writes');
}

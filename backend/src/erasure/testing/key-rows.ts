import type { Pool } from 'pg';

/** A row of `vault_keys`, saved before a test tampers with the row, and restored later. */
export interface KeptKeyRow {
  readonly subject: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export async function keyRow(pool: Pool, subject: string): Promise<KeptKeyRow> {
  const { rows } = await pool.query('SELECT * FROM vault_keys WHERE subject = $1', [subject]);
  return { subject, row: rows[0] };
}

/** Marks the key as destroyed, as a real destruction would. */
export async function markKeyDestroyed(pool: Pool, subject: string): Promise<void> {
  await pool.query(
    `UPDATE vault_keys SET wrapped = NULL, master_key_id = NULL, destroyed_at = now(),
       destruction = nextval('vault_keys_destruction_seq') WHERE subject = $1`,
    [subject],
  );
}

export async function putBack(pool: Pool, { subject, row }: KeptKeyRow): Promise<void> {
  await pool.query('DELETE FROM vault_keys WHERE subject = $1', [subject]);
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO vault_keys (${names.map((name) => `"${name}"`).join(', ')})
     VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
}

import type { PoolClient } from 'pg';
import { EVENT_STORE_ID_TABLE } from './schema.js';

/**
 * No row meets it, and those that are there are not asked. It costs an append nothing while it is absent, and
 * nothing goes round it: an append that was under way is waited for, whoever comes later is refused.
 */
const CLOSED = 'events_log_is_elsewhere';

/** Whether an append was refused because the log is closed. */
export const isClosedLog = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === CLOSED;

/** Whether the store of this id is the one that this database holds. */
async function holdsStore(client: PoolClient, storeId: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    EVENT_STORE_ID_TABLE,
  ]);
  if (rows[0]?.there !== true) return false;
  const { rowCount } = await client.query(`SELECT 1 FROM ${EVENT_STORE_ID_TABLE} WHERE id::text = $1`, [
    storeId,
  ]);
  return rowCount === 1;
}

async function isClosed(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_constraint WHERE conrelid = 'event_store.events'::regclass AND conname = $1`,
    [CLOSED],
  );
  return rowCount === 1;
}

/** Refuses all appends from now on. False where the store of this id is another's, and cannot be closed. */
export async function closeLog(client: PoolClient, storeId: string): Promise<boolean> {
  if (!(await holdsStore(client, storeId))) return false;
  if (!(await isClosed(client)))
    await client.query(`ALTER TABLE event_store.events ADD CONSTRAINT ${CLOSED} CHECK (false) NOT VALID`);
  return true;
}

/** Takes appends again, where the store of this id is this database's and was closed. */
export async function reopenLog(client: PoolClient, storeId: string): Promise<void> {
  if ((await holdsStore(client, storeId)) && (await isClosed(client)))
    await client.query(`ALTER TABLE event_store.events DROP CONSTRAINT ${CLOSED}`);
}

import type { PoolClient } from 'pg';
import { EVENT_STORE_ID_TABLE } from './schema.js';

/**
 * Name of the constraint that closes the log. No row satisfies the constraint, so all new rows are refused.
 * Existing rows are not checked. An open log does not have the constraint, so its appends cost nothing extra.
 * No append can bypass the constraint, because the statement that adds it waits for the appends under way,
 * and later appends are refused.
 */
const CLOSED = 'events_log_is_elsewhere';

/** True if an append was refused because the log is closed. */
export const isClosedLog = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === CLOSED;

/** True if this database holds the store with this id. */
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

/**
 * Refuses all appends from now on. Returns false if this database does not hold the store, because then the
 * log cannot be closed here.
 */
export async function closeLog(client: PoolClient, storeId: string): Promise<boolean> {
  if (!(await holdsStore(client, storeId))) return false;
  if (!(await isClosed(client)))
    await client.query(`ALTER TABLE event_store.events ADD CONSTRAINT ${CLOSED} CHECK (false) NOT VALID`);
  return true;
}

/** Accepts appends again, if this database holds the store and its log was closed. */
export async function reopenLog(client: PoolClient, storeId: string): Promise<void> {
  if ((await holdsStore(client, storeId)) && (await isClosed(client)))
    await client.query(`ALTER TABLE event_store.events DROP CONSTRAINT ${CLOSED}`);
}

import type { Pool } from 'pg';
import { type Logger, silentLogger } from '../../../platform/logging/logger.js';
import { transaction } from '../../../platform/postgres/pool.js';
import { NEWEST } from './log-end.js';
import { refuseUnmarkedInTurns } from './marked-events.js';

/**
 * Key of the lock that orders the log. Each append takes the lock in shared mode. Readers take it exclusively
 * for an instant. Positions are assigned before commits, so without the lock a reader would skip events that
 * commit late. When a reader gets the lock, every position assigned so far is committed or void. So the log
 * is complete up to the highest of these positions, and a later statement can read it without the lock.
 */
export const ORDER_LOCK = 7_316_002_001;
/** Table that holds only the store's id. It is filled before the first event is stored. */
export const EVENT_STORE_ID_TABLE = 'event_store.store';
const SCHEMA_LOCK = 7_316_002_002;

/**
 * Function that returns the position up to which the log is complete. Each statement inside has its own
 * snapshot, so `max` sees everything that was committed when the lock was granted. The lock belongs to the
 * session, so that it can be released before the statement ends. A cancelled poll leaves the block through
 * the exception handler, so the handler releases the lock too. A poll must leave no lock behind, wherever it
 * is interrupted, because appends would wait for that lock forever.
 *
 * A row whose position the sequence has not issued does not count: readers that went on to it would miss every
 * event that is appended later.
 */
const BOUND = `CREATE OR REPLACE FUNCTION event_store.bound() RETURNS bigint LANGUAGE plpgsql VOLATILE SET lock_timeout = 2000 AS $$
  DECLARE found bigint;
  BEGIN
    BEGIN
      PERFORM pg_advisory_lock(${ORDER_LOCK});
      SELECT ${NEWEST} INTO found;
      PERFORM pg_advisory_unlock(${ORDER_LOCK});
    EXCEPTION WHEN query_canceled OR OTHERS THEN
      PERFORM pg_advisory_unlock_all();
      RAISE;
    END;
    RETURN coalesce(found, 0);
  END $$`;

const NEWS = `CREATE OR REPLACE FUNCTION event_store.news(after bigint, most int) RETURNS SETOF event_store.events LANGUAGE plpgsql VOLATILE AS $$
  DECLARE last bigint := event_store.bound();
  BEGIN
    RETURN QUERY SELECT e.* FROM event_store.events e WHERE e.position > after AND e.position <= last ORDER BY e.position LIMIT most;
  END $$`;

/** Name of the table of events, for messages to operators. */
export const EVENTS_TABLE = 'event_store.events';

const STATEMENTS = [
  'CREATE SCHEMA IF NOT EXISTS event_store',
  'CREATE SEQUENCE IF NOT EXISTS event_store.events_position_seq AS bigint',
  // The column's default takes the lock before it assigns the position, so every insert that leaves the
  // position to the default takes the lock. CASE guarantees that the lock comes first. An insert that names
  // `position` bypasses the lock, so only a repair does that; it locks the whole table against writers.
  `CREATE TABLE IF NOT EXISTS event_store.events (
     position bigint NOT NULL DEFAULT CASE WHEN pg_advisory_xact_lock_shared(${ORDER_LOCK})::text IS NOT NULL
       THEN nextval('event_store.events_position_seq') END CONSTRAINT events_pk PRIMARY KEY,
     stream text COLLATE "C" NOT NULL,
     revision integer NOT NULL,
     id uuid NOT NULL CONSTRAINT events_id_unique UNIQUE,
     type text COLLATE "C" NOT NULL,
     data bytea NOT NULL,
     metadata bytea NOT NULL,
     CONSTRAINT events_revision_unique UNIQUE (stream, revision)
   )`,
  'ALTER SEQUENCE event_store.events_position_seq OWNED BY event_store.events.position',
  `CREATE TABLE IF NOT EXISTS ${EVENT_STORE_ID_TABLE} (
     single boolean NOT NULL DEFAULT true CONSTRAINT store_pk PRIMARY KEY CONSTRAINT store_only_one CHECK (single),
     id uuid NOT NULL
   )`,
  BOUND,
  NEWS,
  `INSERT INTO ${EVENT_STORE_ID_TABLE} (id) VALUES (gen_random_uuid()) ON CONFLICT DO NOTHING`,
];

/**
 * Creates missing objects, and resolves with the store's id. Safe if several backends start at once.
 * @param options `markedOnly`: from now on the log refuses events without a MAC. By default nothing changes in
 * this respect
 */
export async function ensureSchema(
  pool: Pool,
  { markedOnly = false, logger = silentLogger }: { markedOnly?: boolean | undefined; logger?: Logger } = {},
): Promise<string> {
  const storeId = await transaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    for (const statement of STATEMENTS) await client.query(statement);
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${EVENT_STORE_ID_TABLE}`);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('the event store has no id');
    return id;
  });
  if (markedOnly) await refuseUnmarkedInTurns(pool, logger);
  return storeId;
}

import type { Pool } from 'pg';

/** PostgreSQL's error code for a full disk. */
export const DISK_FULL = '53100';

const noRoom = (share: number): string => `
  CREATE OR REPLACE FUNCTION public.no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF random() < ${share} THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '${DISK_FULL}';
      END IF;
      RETURN NULL;
    END $$`;

/**
 * Makes inserts and updates in all tables of the service fail, as on a full disk.
 * @param share the share of statements that fail, from 0 to 1
 */
export async function fillDisk(pool: Pool, share = 1): Promise<void> {
  await pool.query(noRoom(share));
  const { rows } = await pool.query<{ name: string }>(`
    SELECT oid::regclass AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'event_store')`);
  // Each table gets a statement of its own, and no trigger is ever dropped, because locking several tables at
  // once could block the service.
  for (const { name } of rows)
    await pool.query(`
      CREATE OR REPLACE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${name} EXECUTE FUNCTION public.no_room()`);
}

export async function freeDisk(pool: Pool): Promise<void> {
  await pool.query(noRoom(0));
}

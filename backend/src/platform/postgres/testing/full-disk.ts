import type { Pool } from 'pg';

/** The error of a disk that is full. */
export const DISK_FULL = '53100';

/** From now on whatever would be written into one of the tables fails as on a disk that is full. */
export async function fillDisk(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '${DISK_FULL}'; END $$;
    DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT oid::regclass FROM pg_class
        WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'event_store') LOOP
        EXECUTE 'CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ' || name || ' EXECUTE FUNCTION no_room()';
      END LOOP;
    END $$`);
}

export async function freeDisk(pool: Pool): Promise<void> {
  await pool.query('DROP FUNCTION no_room CASCADE');
}

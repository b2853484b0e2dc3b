import { randomBytes } from 'node:crypto';
import { type Proxy, startProxy } from '../eventsourcing/reactions/testing/proxy.js';
import { createPool } from '../platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import type { SmallDisk } from './small-disk.js';

/**
 * A database that has bad moments. The service reaches it as its owner, who is no superuser, through a proxy.
 */
export interface BadDatabase {
  /** The database itself, as its superuser has it: the test's own way has no bad moments. */
  readonly database: TestDatabase;
  /** For the service. */
  readonly url: string;
  /** Breaks each connection after so many bytes of answers. */
  cutAfter(bytes: number): void;
  /**
   * Ends one of the service's sessions, or none where there is none.
   * @param share which: from 0, the oldest, to below 1
   */
  terminateOne(share: number): Promise<void>;
  /** Ends all sessions of the service, and lets no more than so many connect. */
  limitTo(connections: number): Promise<void>;
  /** There is hardly any room on the disk. To be asked when the service has made its tables. */
  fill(): Promise<void>;
  /** Ends all of it. */
  mend(): Promise<void>;
  drop(): Promise<void>;
}

const SERVICE_SESSIONS = 'FROM pg_stat_activity WHERE datname = current_database() AND usename = $1';

/** As a disk on which now and then something small still finds room. */
const noRoom = (full: boolean): string => `
  CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${full} AND random() < 0.8 THEN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END IF;
    RETURN NULL;
  END $$`;

const ON_EVERY_TABLE = `
  DO $$
  DECLARE place regclass;
  BEGIN
    FOR place IN SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'event_store')
        AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'no_room')
    LOOP
      EXECUTE format('CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION public.no_room()', place);
    END LOOP;
  END $$`;

/** @param disk for the service's tables; without one a full disk is played by what every statement answers */
export async function createBadDatabase(disk: SmallDisk | undefined): Promise<BadDatabase> {
  const database = await createTestDatabase();
  const { pool } = database;
  const name = new URL(database.url).pathname.slice(1);
  const owner = `owner_of_${name}_${randomBytes(4).toString('hex')}`;
  const server = createPool(Object.assign(new URL(database.url), { pathname: '/postgres' }).href, { max: 1 });
  await server.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`);
  await server.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
  if (disk !== undefined) {
    await server.query(`CREATE TABLESPACE ${name} OWNER ${owner} LOCATION '${disk.path}'`);
    await server.query(`ALTER DATABASE ${name} SET default_tablespace = ${name}`);
  }
  const proxy: Proxy = await startProxy(
    Object.assign(new URL(database.url), { username: owner, password: owner }).href,
  );
  const limit = (connections: number): Promise<unknown> =>
    server.query(`ALTER ROLE ${owner} CONNECTION LIMIT ${connections}`);
  return {
    database,
    url: proxy.url,
    cutAfter: (bytes) => proxy.cutAfter(bytes),
    terminateOne: async (share) => {
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM (
           SELECT pid ${SERVICE_SESSIONS} ORDER BY backend_start, pid
           OFFSET (SELECT floor($2::float8 * count(*)) ${SERVICE_SESSIONS}) LIMIT 1) AS one`,
        [owner, share],
      );
    },
    limitTo: async (connections) => {
      await limit(connections);
      await pool.query(`SELECT pg_terminate_backend(pid) ${SERVICE_SESSIONS}`, [owner]);
    },
    fill: async () => {
      if (disk !== undefined) return disk.fill();
      await pool.query(noRoom(true));
      await pool.query(ON_EVERY_TABLE);
    },
    mend: async () => {
      proxy.mend();
      await limit(-1);
      if (disk !== undefined) await disk.empty();
      else await pool.query(noRoom(false));
    },
    drop: async () => {
      await proxy.close();
      await database.drop();
      // Both belong to the whole server.
      if (disk !== undefined) await server.query(`DROP TABLESPACE ${name}`);
      await server.query(`DROP ROLE ${owner}`);
      await server.end();
      await disk?.remove();
    },
  };
}

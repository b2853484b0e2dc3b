import { randomBytes } from 'node:crypto';
import { type Proxy, startProxy } from '#src/eventsourcing/reactions/testing/proxy';
import { createPool } from '#src/platform/postgres/pool';
import type { SmallDisk } from '#src/platform/postgres/testing/small-disk';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';

/**
 * A database in which a test can cause faults. The service reaches the database through a proxy. The
 * service's role owns the database, but is no superuser.
 */
export interface BadDatabase {
  /** Direct access as superuser, for the test itself. The faults do not affect it. */
  readonly database: TestDatabase;
  /** Address for the service, through the proxy. */
  readonly url: string;
  /** Breaks each connection once the database has sent this many bytes over it. */
  cutAfter(bytes: number): void;
  /**
   * Ends one of the service's sessions, if there are any.
   * @param share selects a session by its age, as a fraction: 0 selects the oldest session, values just below
   * 1 select the newest
   */
  terminateOne(share: number): Promise<void>;
  /** Ends all sessions of the service, and limits the service to this many connections. */
  limitTo(connections: number): Promise<void>;
  /** Fills the disk almost completely. To be called after the service has made its tables. */
  fill(): Promise<void>;
  /** Ends all faults. */
  mend(): Promise<void>;
  drop(): Promise<void>;
}

const SERVICE_SESSIONS = 'FROM pg_stat_activity WHERE datname = current_database() AND usename = $1';

/** @param disk the disk that holds the database */
export async function createBadDatabase(disk: SmallDisk): Promise<BadDatabase> {
  const { database } = disk;
  const { pool } = database;
  const name = new URL(database.url).pathname.slice(1);
  const owner = `owner_of_${name}_${randomBytes(4).toString('hex')}`;
  const server = createPool(Object.assign(new URL(database.url), { pathname: '/postgres' }).href, { max: 1 });
  await server.query(`CREATE ROLE ${owner} LOGIN PASSWORD '${owner}'`);
  await server.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
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
    fill: () => disk.fill(),
    mend: async () => {
      proxy.mend();
      await limit(-1);
      await disk.free();
    },
    drop: async () => {
      await proxy.close();
      await disk.remove();
      // A role belongs to the whole server, so dropping the database does not drop the role.
      await server.query(`DROP ROLE ${owner}`);
      await server.end();
    },
  };
}

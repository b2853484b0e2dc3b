import { randomBytes } from 'node:crypto';
import { type Proxy, startProxy } from '#src/eventsourcing/reactions/testing/proxy';
import { createPool } from '#src/platform/postgres/pool';
import type { SmallDisk } from '#src/platform/postgres/testing/small-disk';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';

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

/** @param disk with the database */
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
      // It belongs to the whole server.
      await server.query(`DROP ROLE ${owner}`);
      await server.end();
    },
  };
}

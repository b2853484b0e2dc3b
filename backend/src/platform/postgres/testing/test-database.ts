import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { createDataSource } from '../data-source.js';
import { migrate } from '../migrate.js';
import { scaledTimeout } from '../../testing/scaled-timeout.js';
import { createPool } from '../pool.js';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Cuts all connections and blocks new ones until the returned function is called. */
  away(): Promise<() => Promise<void>>;
  /** Ends the pool and drops the database, even if other clients are still connected. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** TypeORM classes. */
  readonly migrations?: readonly Function[];
  /**
   * If true, the migrations run only once per test run, and each database is a copy of the result. Running
   * all migrations of the service takes longer than most tests, so helpers that many test files use should
   * set this.
   */
  readonly copied?: boolean;
}

/**
 * Creates an empty database on the one PostgreSQL server of this test run. If `migrations` are given, they
 * are run on the database.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { migrations = [], copied = false } = options;
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = urlOf(server, name);
  if (copied) await copy(server, migrations, name);
  else {
    await onServer(server, `CREATE DATABASE ${name}`);
    if (migrations.length > 0) await migrated(url, migrations);
  }
  const pool = createPool(url, { connectWithinMs: scaledTimeout(5_000) });
  let dropped: Promise<void> | undefined;
  const drop = async (): Promise<void> => {
    await pool.end();
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  const allow = (allowed: boolean): Promise<void> =>
    onServer(server, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  const away = async (): Promise<() => Promise<void>> => {
    await allow(false);
    await onServer(
      server,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    return () => allow(true);
  };
  return {
    url,
    pool,
    away,
    drop: () => {
      dropped ??= drop();
      return dropped;
    },
  };
}

const urlOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href;

/** PostgreSQL's error code if no database has the name. */
const UNKNOWN_DATABASE = '3D000';

/** Copies the template, and creates it first if it is missing. */
async function copy(server: string, migrations: readonly Function[], name: string): Promise<void> {
  const names = migrations.map((migration) => migration.name).join();
  const template = `template_${createHash('sha256').update(names).digest('hex').slice(0, 16)}`;
  const create = (): Promise<void> =>
    onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  try {
    await create();
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNKNOWN_DATABASE) throw error;
    await makeTemplate(server, template, migrations);
    await create();
  }
}

/**
 * Creates the template. It gets its final name only when it is complete. If several processes need it, one
 * creates it and the others wait.
 */
async function makeTemplate(server: string, name: string, migrations: readonly Function[]): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const known = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (known.rowCount !== 0) return;
    const unfinished = `unfinished_${name}`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await migrated(urlOf(server, unfinished), migrations);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  } finally {
    await client.end();
  }
}

async function migrated(url: string, migrations: readonly Function[]): Promise<void> {
  const all = [...migrations];
  const dataSource = createDataSource({
    url,
    entities: [],
    migrations: all,
    connectWithinMs: scaledTimeout(5_000),
  });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Returns the server's URL. The file with the port is named after jest's process id. That is the id of this
 * process or of its parent, because tests run in jest's own process or in its direct children.
 */
async function serverUrl(): Promise<string> {
  for (const pid of [process.pid, process.ppid]) {
    const port = await readFile(join(tmpdir(), `siegel-test-${pid}.port`), 'utf8').catch(() => undefined);
    if (port === undefined) continue;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    const text = await response.text();
    if (!response.ok) throw new Error(`The test database did not start: ${text}`);
    return text;
  }
  throw new Error("No test database: jest's configuration must name testing/global-setup.mjs.");
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

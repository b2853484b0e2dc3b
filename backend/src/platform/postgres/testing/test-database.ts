import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { createDataSource } from '../data-source.js';
import { migrate } from '../migrate.js';
import { patience } from '../../../testing/patience.js';
import { createPool } from '../pool.js';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Cuts all connections and lets nobody connect until the returned function is called. */
  away(): Promise<() => Promise<void>>;
  /** Ends the pool and drops the database, whoever is still connected. */
  drop(): Promise<void>;
}

/**
 * A fresh, empty database on the run's one server, migrated when `migrations` (TypeORM classes) are given.
 */
export async function createTestDatabase(options: { migrations?: Function[] } = {}): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  if (options.migrations !== undefined) await migrated(url, options.migrations);
  const pool = createPool(url, { connectWithinMs: patience(5_000) });
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

async function migrated(url: string, migrations: Function[]): Promise<void> {
  const dataSource = createDataSource({ url, entities: [], migrations, connectWithinMs: patience(5_000) });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Tests run in jest's own process or in its direct children. */
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

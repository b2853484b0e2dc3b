import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { silentLogger } from '../platform/logging/logger.js';
import { migrations } from '../app/database-schema.js';
import { createDataSource } from '../platform/postgres/data-source.js';
import { migrate } from '../platform/postgres/migrate.js';
import { copyDatabase } from './copy-database.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.js';
import { createPool } from '../platform/postgres/pool.js';
import { runTypeScript } from '../platform/testing/typescript-child.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';

/**
 * Special cases: a foreign key to a table whose name comes later in the alphabet, a generated column, an
 * identity column, and another schema.
 */
const TABLES = `
  CREATE SCHEMA "Other one";
  CREATE TABLE b_parents (id int PRIMARY KEY, name text, loud text GENERATED ALWAYS AS (upper(name)) STORED);
  CREATE TABLE a_children (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent int NOT NULL REFERENCES b_parents);
  CREATE TABLE "Other one"."Odd name" (data bytea, made timestamptz, list jsonb);`;

async function fill(pool: Pool): Promise<void> {
  await pool.query(
    "INSERT INTO b_parents (id, name) VALUES (1, 'eins'), (2, E'tab\\t\\\\ and\\nline'), (3, NULL)",
  );
  await pool.query('INSERT INTO a_children (parent) VALUES (1), (2), (2)');
  await pool.query('INSERT INTO "Other one"."Odd name" VALUES ($1, $2, $3)', [
    Buffer.from([0, 255, 10, 92]),
    new Date(0),
    '[1, "ä"]',
  ]);
}

async function migrateTo(url: string): Promise<void> {
  const dataSource = createDataSource({ url, entities: [], migrations });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}

async function contents(pool: Pool): Promise<unknown[]> {
  const tables = [
    'SELECT * FROM b_parents ORDER BY id',
    'SELECT * FROM a_children ORDER BY id',
    'SELECT * FROM "Other one"."Odd name"',
  ];
  return Promise.all(tables.map(async (sql) => (await pool.query(sql)).rows));
}

describe('copyDatabase', () => {
  let from: TestDatabase;
  let to: TestDatabase;
  beforeEach(async () => {
    [from, to] = await Promise.all([
      createTestDatabase({ migrations: [...migrations] }),
      createTestDatabase(),
    ]);
    await from.pool.query(TABLES);
    await fill(from.pool);
  });
  afterEach(() => Promise.all([from.drop(), to.drop()]));

  /**
   * Creates the tables in the target: those that a start of the service creates, and the other tables of the
   * source.
   */
  const prepare = async (): Promise<void> => {
    await migrateTo(to.url);
    await to.pool.query(TABLES);
  };

  it('copies all rows of all schemas, and the position of each sequence', async () => {
    await prepare();
    await copyDatabase(from.url, to.url);
    expect(await contents(to.pool)).toEqual(await contents(from.pool));
    const { rows } = await to.pool.query('INSERT INTO a_children (parent) VALUES (3) RETURNING id');
    expect(rows).toEqual([{ id: '4' }]);
    await expect(to.pool.query('INSERT INTO a_children (parent) VALUES (9)')).rejects.toMatchObject({
      code: '23503',
    });
  });

  it('refuses a target that holds data, unless the call asks to replace it', async () => {
    await prepare();
    await to.pool.query("INSERT INTO b_parents (id, name) VALUES (7, 'mine')");
    await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/b_parents/);
    expect((await to.pool.query('SELECT id FROM b_parents')).rows).toEqual([{ id: 7 }]);
    await copyDatabase(from.url, to.url, { overwrite: true });
    expect(await contents(to.pool)).toEqual(await contents(from.pool));
  });

  it('refuses a target that lacks tables, or that has the tables of another version', async () => {
    await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/The target lacks .*b_parents/);
    await to.pool.query("DELETE FROM migrations WHERE name LIKE 'Jobs%'");
    await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/tables of the target .* another version/);
  });

  it('refuses a source of another version or program, and changes nothing', async () => {
    await from.pool.query("DELETE FROM migrations WHERE name LIKE 'Jobs%'");
    await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/tables of the source .* another version/);
    await from.pool.query('DROP TABLE migrations');
    await expect(copyDatabase(from.url, to.url)).rejects.toThrow('The source holds no tables of Siegel');
    const { rows } = await to.pool.query("SELECT 1 FROM pg_class WHERE relname = 'ndas'");
    expect(rows).toEqual([]);
  });

  it('refuses to copy a database onto itself, even under another name, and does not wait for itself', async () => {
    const other = from.url.replace('127.0.0.1', 'localhost');
    expect(other).not.toBe(from.url);
    for (const url of [from.url, other])
      await expect(copyDatabase(from.url, url, { overwrite: true })).rejects.toThrow('the same database');
    expect((await from.pool.query('SELECT 1 FROM b_parents')).rowCount).toBe(3);
  });

  it('needs no rights on the target except those of its owner', async () => {
    await from.pool.query('DROP TABLE a_children, b_parents; DROP SCHEMA "Other one" CASCADE');
    await from.pool.query("INSERT INTO login_attempts VALUES ('a', 1, now(), false)");
    const account = `owner_${randomBytes(4).toString('hex')}`;
    await from.pool.query(`CREATE ROLE ${account} LOGIN PASSWORD 'secret' IN ROLE pg_read_all_data`);
    await from.pool.query(`ALTER DATABASE ${new URL(to.url).pathname.slice(1)} OWNER TO ${account}`);
    const as = (url: string): string =>
      Object.assign(new URL(url), { username: account, password: 'secret' }).href;
    try {
      await copyDatabase(as(from.url), as(to.url));
      expect((await to.pool.query('SELECT address FROM login_attempts')).rows).toEqual([{ address: 'a' }]);
    } finally {
      await to.drop();
      await from.pool.query(`DROP ROLE ${account}`);
    }
  });

  it('copies nothing if a backend starts on the source during the copy', async () => {
    await prepare();
    const asked: string[] = [];
    const requireUnused = async (which: string): Promise<void> => {
      asked.push(which);
      if (asked.length > 2) throw new Error('somebody serves');
    };
    await expect(copyDatabase(from.url, to.url, { requireUnused })).rejects.toThrow('somebody serves');
    expect(asked).toEqual(['source', 'target', 'source']);
    expect((await to.pool.query('SELECT 1 FROM b_parents')).rowCount).toBe(0);
  });

  it('reports that a database is in use instead of waiting', async () => {
    await prepare();
    const user = await to.pool.connect();
    try {
      await user.query('BEGIN; LOCK TABLE b_parents IN ACCESS SHARE MODE');
      await expect(copyDatabase(from.url, to.url, { lockMs: 50 })).rejects.toThrow(
        /in use. Stop every backend/,
      );
    } finally {
      await user.query('ROLLBACK');
      user.release();
    }
  });

  it('keeps the event store: its events, its name and its order', async () => {
    const source = await createTestDatabase({ migrations: [...migrations] });
    const target = await createTestDatabase();
    const written = await createPostgresEventStore({ url: source.url });
    const event = (n: number) => ({
      id: `00000000-0000-7000-8000-00000000000${n}`,
      type: 'T.v1',
      data: Buffer.from([n, 0]),
      metadata: Buffer.from('{}'),
    });
    const { position } = await written.append('a-1', 'no-stream', [event(1), event(2)]);
    await copyDatabase(source.url, target.url);
    const copied = await createPostgresEventStore({ url: target.url });
    expect(await copied.storeId()).toBe(await written.storeId());
    expect(await copied.readStream('a-1')).toEqual(await written.readStream('a-1'));
    expect(Number((await copied.append('a-1', 1, [event(3)])).position)).toBeGreaterThan(Number(position));
    await Promise.all([written.close(), copied.close()]);
    await Promise.all([source.drop(), target.drop()]);
  });

  it('copies into a new DATA_DIR when run as a command, as is needed to leave an old major version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'siegel copy '));
    const dataDir = join(folder, 'new');
    const run = (...args: string[]) =>
      runTypeScript(join(__dirname, 'siegel.main.ts'), 'database:copy', ...args);
    await from.pool.query('DROP TABLE a_children, b_parents; DROP SCHEMA "Other one" CASCADE');
    await from.pool.query("INSERT INTO login_attempts VALUES ('a', 1, now(), false)");
    const copying = run(from.url, dataDir);
    await copying.untilLine('public.login_attempts: 1 rows');
    await copying.untilLine('All copied.');
    const file = join(folder, 'address');
    await writeFile(file, `${from.url}\n`);
    const again = run('--overwrite', '--from-file', file, dataDir);
    await again.untilLine('public.login_attempts: 1 rows');
    await again.untilLine('All copied.');
    await writeFile(file, ' \n');
    await expect(run('--from-file', file, dataDir).line()).rejects.toThrow(`The file ${file} is empty`);
    await expect(run(dataDir, `${dataDir}/.`).line()).rejects.toThrow('Source and target are the same');
    await expect(run(folder, dataDir).line()).rejects.toThrow(`${folder} holds no embedded database`);
    const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    const copied = createPool(server.url);
    expect((await copied.query('SELECT address FROM login_attempts')).rows).toEqual([{ address: 'a' }]);
    await copied.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
});

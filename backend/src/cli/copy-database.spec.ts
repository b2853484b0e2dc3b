import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { silentLogger } from '../platform/logging/logger.js';
import { CopyRefused, copyDatabase } from './copy-database.js';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.js';
import { createPool } from '../platform/postgres/pool.js';
import { runTypeScript } from '../platform/postgres/testing/child.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';

/** Foreign keys against the order of names, a generated column, an identity, and another schema. */
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
    [from, to] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await from.pool.query(TABLES);
    await fill(from.pool);
  });
  afterEach(() => Promise.all([from.drop(), to.drop()]));

  it('copies all rows of all schemas, and goes on counting where the source was', async () => {
    await to.pool.query(TABLES);
    await copyDatabase(from.url, to.url);
    expect(await contents(to.pool)).toEqual(await contents(from.pool));
    const { rows } = await to.pool.query('INSERT INTO a_children (parent) VALUES (3) RETURNING id');
    expect(rows).toEqual([{ id: '4' }]);
    await expect(to.pool.query('INSERT INTO a_children (parent) VALUES (9)')).rejects.toMatchObject({
      code: '23503',
    });
  });

  it('refuses a target that holds data, unless told to replace it', async () => {
    await to.pool.query(TABLES);
    await to.pool.query("INSERT INTO b_parents (id, name) VALUES (7, 'mine')");
    await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/b_parents/);
    expect((await to.pool.query('SELECT id FROM b_parents')).rows).toEqual([{ id: 7 }]);
    await copyDatabase(from.url, to.url, { overwrite: true });
    expect(await contents(to.pool)).toEqual(await contents(from.pool));
  });

  it('refuses a target that lacks tables', async () => {
    await expect(copyDatabase(from.url, to.url)).rejects.toBeInstanceOf(CopyRefused);
  });

  it('keeps the event store: its events, its name and its order', async () => {
    const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const written = await createPostgresEventStore({ url: source.url });
    const event = (n: number) => ({
      id: `00000000-0000-7000-8000-00000000000${n}`,
      type: 'T.v1',
      data: Buffer.from([n, 0]),
      metadata: Buffer.from('{}'),
    });
    const { position } = await written.append('a-1', 'no-stream', [event(1), event(2)]);
    await (await createPostgresEventStore({ url: target.url })).close();
    await copyDatabase(source.url, target.url);
    const copied = await createPostgresEventStore({ url: target.url });
    expect(await copied.storeId()).toBe(await written.storeId());
    expect(await copied.readStream('a-1')).toEqual(await written.readStream('a-1'));
    expect(Number((await copied.append('a-1', 1, [event(3)])).position)).toBeGreaterThan(Number(position));
    await Promise.all([written.close(), copied.close()]);
    await Promise.all([source.drop(), target.drop()]);
  });

  it('as a command, into a DATA_DIR: the way out of an old major version', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'siegel copy '));
    const first = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    const migrated = createPool(first.url);
    await migrated.query(TABLES);
    await migrated.end();
    await first.stop();
    const command = runTypeScript(join(__dirname, 'copy-database.main.ts'), from.url, dataDir);
    const said = [await command.line(), await command.line(), await command.line(), await command.line()];
    expect(said).toEqual([
      '"Other one"."Odd name": 1 rows',
      'public.a_children: 3 rows',
      'public.b_parents: 3 rows',
      'All copied.',
    ]);
    const second = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    const copied = createPool(second.url);
    expect(await contents(copied)).toEqual(await contents(from.pool));
    await copied.end();
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

import { randomUUID } from 'node:crypto';
import { entities, migrations } from '../../app/database-schema.js';
import { createDataSource } from '../../platform/postgres/data-source.js';
import { migrate, OlderProgramsRun } from '../../platform/postgres/migrate.js';
import { createPool } from '../../platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { ndasOfLink } from '../finding/ndas-of-link.js';
import { bareRows } from '../testing/bare-rows.js';
import { DropReplacedTables1795000010100 } from './1795000010100-drop-replaced-tables.js';

describe('the migration that ends programs without APPEND_KEY', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    const before = migrations.slice(0, migrations.indexOf(DropReplacedTables1795000010100));
    database = await createTestDatabase({ migrations: before });
  });
  afterEach(() => database.drop());

  const upgrade = async (): Promise<void> => {
    const dataSource = await createDataSource({ url: database.url, entities, migrations }).initialize();
    try {
      await migrate(dataSource, { olderEndWithinMs: 0 });
    } finally {
      await dataSource.destroy();
    }
  };
  const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values);

  it('finds the links that an older program wrote beside a newer one, and drops the old tables', async () => {
    const [id, rebuilt, hash] = [randomUUID(), randomUUID(), 'a1'.repeat(32)];
    await sql(bareRows(['id'], 'SELECT $1::uuid'), id);
    await sql(bareRows(['id', 'hash'], "SELECT $1::uuid, 'b2'"), rebuilt);
    for (const one of [id, rebuilt])
      await sql(
        'INSERT INTO signing_links (id, revision, token_hashes) VALUES ($1, 0, $2)',
        one,
        `["${hash}"]`,
      );
    await sql(
      `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at)
       SELECT name, 1, 's', 'p', 1, now() FROM unnest($1::text[]) AS listed(name)`,
      ['signing-links', 'audited-ndas', 'ndas'],
    );
    await upgrade();
    expect(await ndasOfLink(database.pool, hash)).toEqual([id]);
    const { rows: tables } = await sql(
      "SELECT to_regclass('signing_links') AS links, to_regclass('ndas') AS ndas",
    );
    expect(tables).toEqual([{ links: null, ndas: 'ndas' }]);
    expect((await sql('SELECT name FROM checkpoints')).rows).toEqual([{ name: 'ndas' }]);
  });

  it('waits for programs of the second generation', async () => {
    const older = createPool(database.url, { name: 'siegel/2 requests' });
    await older.query('SELECT 1');
    await expect(upgrade()).rejects.toThrow(OlderProgramsRun);
    await older.end();
    await upgrade();
  });
});

import { type DataSource, EntitySchema, type QueryRunner } from 'typeorm';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { schemaDrift } from './testing/schema-drift.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

const notes = new EntitySchema<{ id: string; words: string }>({
  name: 'notes',
  columns: {
    id: { type: 'uuid', primary: true, primaryKeyConstraintName: 'notes_pk' },
    words: { type: 'text' },
  },
});

class Notes1700000000001 {
  name = 'Notes1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    // The pause makes the migration slow, so that several starts overlap.
    await runner.query('SELECT pg_sleep(0.2)');
    await runner.query(
      'CREATE TABLE notes (id uuid NOT NULL, words text NOT NULL, CONSTRAINT notes_pk PRIMARY KEY (id))',
    );
  }
  async down(): Promise<void> {}
}

describe('data source', () => {
  let database: TestDatabase;
  let sources: DataSource[];
  beforeEach(async () => {
    database = await createTestDatabase();
    sources = Array.from({ length: 4 }, () =>
      createDataSource({ url: database.url, entities: [notes], migrations: [Notes1700000000001] }),
    );
    await Promise.all(sources.map((source) => source.initialize()));
  });
  afterEach(async () => {
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  });

  it('migrates once when several backends start at the same time', async () => {
    await Promise.all(sources.map((source) => migrate(source)));
    expect((await database.pool.query('SELECT name FROM migrations')).rows).toEqual([
      { name: 'Notes1700000000001' },
    ]);
  });

  it('names the differences between entities and tables', async () => {
    const [source] = sources;
    if (source === undefined) throw new Error('no data source');
    await migrate(source);
    expect(await schemaDrift(source)).toEqual([]);
    await database.pool.query('ALTER TABLE notes ALTER words DROP NOT NULL');
    expect((await schemaDrift(source)).join()).toMatch(/words/);
  });
});

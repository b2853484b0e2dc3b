import { createDataSource, migrate, schemaDrift } from '../platform/postgres/data-source.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { entities, migrations } from './database-schema.js';

describe('the schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('that the migrations make is the one that the entities declare', async () => {
    const dataSource = createDataSource({ url: database.url, entities, migrations });
    await dataSource.initialize();
    try {
      await migrate(dataSource);
      expect(await schemaDrift(dataSource)).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  });
});

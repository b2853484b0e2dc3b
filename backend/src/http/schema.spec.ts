import { createDataSource, migrate, schemaDrift } from '../platform/postgres/data-source.js';
import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { RateLimitEntity } from './rate-limit.entity.js';
import { SessionEntity } from './session.entity.js';
import { HTTP_MIGRATIONS } from './testing/test-app.js';

it('has the tables that its entities declare', async () => {
  const database = await createTestDatabase();
  const dataSource = createDataSource({
    url: database.url,
    entities: [RateLimitEntity, SessionEntity],
    migrations: HTTP_MIGRATIONS,
  });
  await dataSource.initialize();
  await migrate(dataSource);
  expect(await schemaDrift(dataSource)).toEqual([]);
  await dataSource.destroy();
  await database.drop();
});

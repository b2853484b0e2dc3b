import { createDataSource, migrate, schemaDrift } from '../platform/postgres/data-source.js';
import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { FunnelEventEntity } from './funnel-event.entity.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';
import { PageViewEntity } from './page-view.entity.js';

it('has the tables that its entities declare', async () => {
  const database = await createTestDatabase();
  const dataSource = createDataSource({
    url: database.url,
    entities: [PageViewEntity, FunnelEventEntity],
    migrations: [Analytics1763700000300],
  });
  await dataSource.initialize();
  await migrate(dataSource);
  expect(await schemaDrift(dataSource)).toEqual([]);
  await dataSource.destroy();
  await database.drop();
});

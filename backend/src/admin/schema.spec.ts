import { createDataSource, migrate, schemaDrift } from '../platform/postgres/data-source.js';
import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { LoginAttemptEntity } from './login-attempt.entity.js';
import { Admin1763700000200 } from './migrations/1763700000200-admin.js';
import { VoucherParty1795000000900 } from './migrations/1795000000900-voucher-party.js';
import { VoucherEntity } from './voucher.entity.js';

it('has the tables that its entities declare', async () => {
  const database = await createTestDatabase();
  const dataSource = createDataSource({
    url: database.url,
    entities: [LoginAttemptEntity, VoucherEntity],
    migrations: [Admin1763700000200, VoucherParty1795000000900],
  });
  await dataSource.initialize();
  await migrate(dataSource);
  expect(await schemaDrift(dataSource)).toEqual([]);
  await dataSource.destroy();
  await database.drop();
});

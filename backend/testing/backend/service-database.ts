import { migrations } from '#src/app/database-schema';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';

/** Creates a database with the schema that the service makes at its first start, but without rows. */
export const createServiceDatabase = (): Promise<TestDatabase> =>
  createTestDatabase({ migrations, copied: true });

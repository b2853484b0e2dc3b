import { migrations } from '#src/app/database-schema';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';

/** A database as the service has made it at its first start, without anything in it. */
export const createServiceDatabase = (): Promise<TestDatabase> =>
  createTestDatabase({ migrations, copied: true });

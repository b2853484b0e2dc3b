import { migrations } from '../app/database-schema.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';

/** A database as the service has made it at its first start, without anything in it. */
export const createServiceDatabase = (): Promise<TestDatabase> =>
  createTestDatabase({ migrations, copied: true });

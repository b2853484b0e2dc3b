import type { DataSource } from 'typeorm';
import { createDataSource, type DataSourceParts } from '../data-source.js';
import { migrate } from '../migrate.js';
import { createTestDatabase } from './test-database.js';
import { scaledTimeout } from '../../testing/scaled-timeout.js';

/**
 * Returns the statements that would make the database match the entities. There are none if the migrations
 * are right.
 */
export async function schemaDrift(dataSource: DataSource): Promise<string[]> {
  const log = await dataSource.driver.createSchemaBuilder().log();
  return log.upQueries.map((query) => query.query);
}

/**
 * Runs these migrations on an empty database, and returns the difference between its schema and the entities.
 */
export async function driftAfter(parts: Pick<DataSourceParts, 'entities' | 'migrations'>): Promise<string[]> {
  const database = await createTestDatabase();
  const dataSource = createDataSource({ url: database.url, ...parts, connectWithinMs: scaledTimeout(5_000) });
  try {
    await dataSource.initialize();
    await migrate(dataSource);
    return await schemaDrift(dataSource);
  } finally {
    // If the data source could not connect, `initialize` has already thrown the reason.
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.drop();
  }
}

import { DataSource, type EntitySchema } from 'typeorm';

export interface DataSourceParts {
  readonly url: string;
  readonly entities: readonly (Function | EntitySchema)[];
  readonly migrations: readonly Function[];
  /** Milliseconds for a connection, 5 000 by default. */
  readonly connectWithinMs?: number | undefined;
}

/** Any number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_316_002_017;

/** Not yet connected. The schema is changed by migrations alone. */
export function createDataSource({
  url,
  entities,
  migrations,
  connectWithinMs = 5_000,
}: DataSourceParts): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: [...entities],
    migrations: [...migrations],
    migrationsTableName: 'migrations',
    synchronize: false,
    installExtensions: false,
    connectTimeoutMS: connectWithinMs,
    applicationName: 'siegel tables',
    poolErrorHandler: () => {},
    extra: { max: 4, idleTimeoutMillis: 60_000 },
  });
}

/**
 * Runs the migrations that are still due. Safe with several backends starting at once: the others wait, then
 * find nothing due.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await lock.release();
  }
}

import type { Pool } from 'pg';
import { DataSource, type EntitySchema } from 'typeorm';
import { sessionName } from './session-name.js';

export interface DataSourceParts {
  readonly url: string;
  readonly entities: readonly (Function | EntitySchema)[];
  readonly migrations: readonly Function[];
  /** Milliseconds to connect; 5 000 by default. */
  readonly connectWithinMs?: number | undefined;
}

/** Returns a data source that is not connected yet. Only migrations change the schema. */
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
    applicationName: sessionName('tables'),
    poolErrorHandler: () => {},
    extra: { max: 4, idleTimeoutMillis: 60_000 },
  });
}

/** Returns the connection pool of an initialized data source. */
export const poolOf = ({ driver }: DataSource): Pool =>
  (driver as unknown as { readonly master: Pool }).master;

import { entities, migrations } from '../app/database-schema.js';
import { closedAfter } from '../platform/wiring/close-stack.js';
import { operatorLogger } from './operator-logger.js';
import { UsageError, OperatorError } from '../platform/errors/operator-error.js';
import { createDataSource } from '../platform/postgres/data-source.js';
import { createPool } from '../platform/postgres/pool.js';
import { assertRealSessions } from '../platform/postgres/real-sessions.js';
import { rotateMasterKey } from '../vault/rotate-master-key.js';
import type { Interruption } from './interruption.js';
import { joinDatabase, readOperatorEnvironment } from './operator-context.js';

/**
 * Refuses a database with pending migrations, because backends of an older version may still use it. Such
 * backends do not record which master key they use.
 */
async function requireOurTables(url: string): Promise<void> {
  const dataSource = await createDataSource({ url, entities, migrations }).initialize();
  try {
    if (await dataSource.showMigrations())
      throw new OperatorError(
        'The database was last used by an older version. Start every backend with this version, then run the command again.',
      );
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Wraps every key in this configuration's database with MASTER_KEY instead of MASTER_KEY_OLD.
 * @returns the number of keys
 * @throws UsageError without MASTER_KEY_OLD
 */
export async function rewrapAllKeys(interruption: Interruption): Promise<number> {
  const { config, secrets } = await readOperatorEnvironment();
  const { masterKey, masterKeyOld } = secrets;
  if (masterKeyOld === undefined)
    throw new UsageError(
      'MASTER_KEY_OLD is not set. Set MASTER_KEY to the new key and MASTER_KEY_OLD to the key used so far. "openssl rand -hex 32" makes a key.',
    );
  const logger = operatorLogger();
  return interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await joinDatabase(config, logger);
      closing.add(() => database.close());
      const pool = createPool(database.url, { logger, cut: interruption.signal });
      closing.add(() => pool.end());
      await assertRealSessions(pool);
      await requireOurTables(database.url);
      return rotateMasterKey({ pool, from: masterKeyOld, to: masterKey });
    }),
  );
}

import { entities, migrations } from '../app/database-schema.js';
import { joinDatabase, readOperation } from './operator-context.js';
import { createLogger } from '../platform/logging/http-logger.js';
import { createDataSource } from '../platform/postgres/data-source.js';
import { createPool } from '../platform/postgres/pool.js';
import { rotateMasterKey } from '../vault/rotate-master-key.js';
import { runCommand } from './run-cli.js';
import { OperatorError } from '../platform/operator-error.js';

/** Backends of an older version do not say which master key they use. */
async function requireOurTables(url: string): Promise<void> {
  const dataSource = await createDataSource({ url, entities, migrations }).initialize();
  try {
    if (await dataSource.showMigrations())
      throw new OperatorError(
        'The database was last used by an older version. Start every backend with this one, then run this again.',
      );
  } finally {
    await dataSource.destroy();
  }
}

/**
 * `MASTER_KEY=<new> MASTER_KEY_OLD=<old> npm run keys:rotate`: wraps every key with the new master key; may
 * be run again at any time.
 */
async function main(): Promise<void> {
  const { config, secrets } = await readOperation();
  const { masterKey, masterKeyOld } = secrets;
  if (masterKeyOld === undefined)
    throw new OperatorError(
      'Set MASTER_KEY to the new key and MASTER_KEY_OLD to the one until now. "openssl rand -hex 32" makes a key.',
    );
  const logger = createLogger('warn');
  const database = await joinDatabase(config, logger);
  const pool = createPool(database.url, { logger });
  try {
    await requireOurTables(database.url);
    const rewrapped = await rotateMasterKey({ pool, from: masterKeyOld, to: masterKey });
    console.log(
      `${rewrapped} keys are wrapped by the new master key. Restart every backend with it alone; keep the old one with the backups made until now.`,
    );
  } finally {
    await pool.end();
    await database.close();
  }
}

runCommand(main);

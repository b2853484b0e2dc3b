import type { Pool } from 'pg';
import { storedSecretsOf } from '../app/stored-secrets.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { createPool, transaction } from '../platform/postgres/pool.js';
import { assertRealSessionsAt } from '../platform/postgres/real-sessions.js';
import { closedAfter } from '../platform/wiring/close-stack.js';
import { hasCheckValues } from '../vault/check-values.js';
import { giveToCopy } from '../vault/checks-of-copy.js';
import type { Interruption } from './interruption.js';
import { requireNoBackend } from './no-backend.js';
import { openDatabase, readOperatorEnvironment } from './operator-context.js';
import { operatorLogger } from './operator-logger.js';

/** @throws OperatorError */
async function requireTables(pool: Pool): Promise<void> {
  if (!(await hasCheckValues(pool)))
    throw new OperatorError(
      'No backend has ever been started on this database. Restore the backup first, or name the right database in DATABASE_URL.',
    );
}

/**
 * Lets the database of this configuration, which was restored from a backup of another installation, accept the
 * secrets of this configuration. No backend may run.
 * @returns a sentence for the operator
 * @throws ConfigInvalid, OperatorError, and all errors of `giveToCopy`
 */
export async function useOwnKeys(interruption: Interruption): Promise<string> {
  const { config, secrets } = await readOperatorEnvironment();
  const { signal: cut } = interruption;
  return interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await openDatabase(config, operatorLogger());
      closing.add(() => database.close());
      cut.throwIfAborted();
      await assertRealSessionsAt(database.url, { cut });
      const pool = createPool(database.url, { max: 2, cut });
      closing.add(() => pool.end());
      await requireNoBackend(pool);
      await requireTables(pool);
      const isNew = await transaction(pool, (client) => giveToCopy(client, storedSecretsOf(secrets)));
      return isNew
        ? 'The database accepts the keys of this copy, and no longer those of the original.'
        : 'The database accepts the keys of this copy already.';
    }),
  );
}

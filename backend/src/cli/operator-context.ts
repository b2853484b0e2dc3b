import { mkdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Infrastructure, InfrastructureOptions } from '../app/infrastructure.js';
import { type Config, ConfigInvalid } from '../platform/config/config.js';
import { checkEventStoreUrl, openStoredLog } from '../app/open-event-store.js';
import { readSecrets, type Secrets } from '../app/secrets.js';
import type { StoredLog } from '../eventsourcing/event-store/event-store.js';
import { environmentOfThisProcess } from '../platform/config/process-environment.js';
import { createLogger } from '../platform/logging/http-logger.js';
import type { Logger } from '../platform/logging/logger.js';
import { DataDirInUse, type DataDirLock, lockDataDir } from '../platform/embedded-postgres/data-dir-lock.js';
import { timestampRoots } from '../pades/create-seal.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.js';
import { embeddedUrlOf } from '../platform/embedded-postgres/running-embedded.js';
import { createPool } from '../platform/postgres/pool.js';

/** The database that a process of this configuration works on. */
export interface OperatedDatabase {
  readonly url: string;
  readonly lock: DataDirLock | undefined;
  close(): Promise<void>;
}

/**
 * Holds DATA_DIR and starts the embedded PostgreSQL, unless DATABASE_URL names another.
 * @throws DataDirInUse
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OperatedDatabase> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, lock: undefined, close: async () => {} };
  const lock = await lockDataDir(config.dataDir);
  let server: EmbeddedPostgres;
  try {
    server = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  } catch (error) {
    await lock.release();
    throw error;
  }
  const close = async (): Promise<void> => {
    await server.stop();
    await lock.release();
  };
  return { url: server.url, lock, close };
}

/**
 * The same for a command that may run beside a serving backend: then that one's embedded PostgreSQL is used.
 */
export async function joinDatabase(config: Config, logger: Logger): Promise<OperatedDatabase> {
  try {
    return await openDatabase(config, logger);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return { url: await embeddedUrlOf(config.dataDir), lock: undefined, close: async () => {} };
  }
}

/** @throws ConfigInvalid naming all that is wrong with configuration, files and secrets */
export async function readOperation(): Promise<{ config: Config; secrets: Secrets }> {
  const { config, env, problems } = environmentOfThisProcess();
  const found = [...problems];
  const { tsaCa, eventStoreUrl, dataDir } = config;
  const check = (looking: Promise<unknown>, what = ''): Promise<unknown> =>
    looking.catch((error: Error) => found.push(`${what}${error.message}`));
  if (tsaCa !== undefined) await check(timestampRoots(tsaCa));
  if (eventStoreUrl !== undefined) await check(checkEventStoreUrl(eventStoreUrl));
  await check(mkdir(dataDir, { recursive: true, mode: 0o700 }), 'DATA_DIR cannot be used: ');
  return { config, secrets: await readSecrets(config, env, found) };
}

/**
 * Works on database, event store and secrets of this configuration, beside a serving backend or without one,
 * and leaves them as it found them.
 */
export async function withInfrastructure(
  work: (infrastructure: Infrastructure, config: Config) => Promise<void>,
  settings: Pick<InfrastructureOptions, 'anyStore'> = {},
): Promise<void> {
  const { config, secrets } = await readOperation();
  const logger = createLogger('warn');
  // Loaded only here: what is wrong with a call or with the configuration is said at once.
  const { openInfrastructure } = await import('../app/infrastructure.js');
  const database = await joinDatabase(config, logger);
  let infrastructure: Infrastructure | undefined;
  try {
    const { eventStoreUrl, eventStorePrefix, searchKeyVersion, withoutKeys } = config;
    infrastructure = await openInfrastructure({
      databaseUrl: database.url,
      eventStoreUrl,
      eventStorePrefix,
      searchKeyVersion,
      withoutKeys,
      ...settings,
      secrets,
      logger,
    });
    await work(infrastructure, config);
  } finally {
    await infrastructure?.close();
    await database.close();
  }
}

/**
 * Reads the log of this configuration and what stands beside it in the database, and changes nothing: no secret is
 * needed, nothing is migrated, and a store that does not belong to the database is read as well.
 * @throws ConfigInvalid, EventStoreUnavailable
 */
export async function withStoredLog(
  work: (stored: { pool: Pool; log: StoredLog }) => Promise<void>,
): Promise<void> {
  const { config, problems } = environmentOfThisProcess();
  if (problems.length > 0) throw new ConfigInvalid(problems);
  const logger = createLogger('warn');
  const database = await joinDatabase(config, logger);
  const pool = createPool(database.url, { max: 2, logger });
  let log: StoredLog | undefined;
  try {
    const { eventStoreUrl: url, eventStorePrefix: prefix } = config;
    log = await openStoredLog({ url, databaseUrl: database.url, prefix }, logger);
    await work({ pool, log });
  } finally {
    await log?.close();
    await pool.end();
    await database.close();
  }
}

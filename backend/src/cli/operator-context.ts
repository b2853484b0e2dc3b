import { mkdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Infrastructure } from '../app/infrastructure.js';
import type { InfrastructureOptions } from '../app/infrastructure-options.js';
import { checkEventStoreUrl, openStoredLog } from '../app/open-event-store.js';
import { readSecrets, type Secrets } from '../app/secrets.js';
import type { StoredLog } from '../eventsourcing/event-store/event-store.js';
import { timestampRoots } from '../pades/create-seal.js';
import { closedAfter } from '../platform/wiring/close-stack.js';
import { type Config, ConfigInvalid } from '../platform/config/config.js';
import { configOfThisProcess, environmentOfThisProcess } from '../platform/config/process-environment.js';
import { DataDirInUse, type DataDirLock, lockDataDir } from '../platform/embedded-postgres/data-dir-lock.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded.js';
import { embeddedUrlOf } from '../platform/embedded-postgres/running-embedded.js';
import { operatorLogger } from './operator-logger.js';
import type { Logger } from '../platform/logging/logger.js';
import { createPool } from '../platform/postgres/pool.js';
import { assertRealSessionsAt } from '../platform/postgres/real-sessions.js';
import type { Interruption } from './interruption.js';

/** The database that the configuration names, opened for this process. */
export interface OperatedDatabase {
  readonly url: string;
  readonly lock: DataDirLock | undefined;
  close(): Promise<void>;
}

/**
 * Locks DATA_DIR and starts the embedded PostgreSQL. If DATABASE_URL names another server, it does neither.
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
 * Like `openDatabase`, but also works while a backend has locked DATA_DIR. The command then uses the embedded
 * PostgreSQL of that backend.
 */
export async function joinDatabase(config: Config, logger: Logger): Promise<OperatedDatabase> {
  try {
    return await openDatabase(config, logger);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return { url: await embeddedUrlOf(config.dataDir), lock: undefined, close: async () => {} };
  }
}

/** The configuration and the secrets of a process, and all problems found with them. */
export interface OperatorEnvironment {
  readonly config: Config;
  /** Includes the contents of the files that `…_FILE` variables name. */
  readonly env: NodeJS.ProcessEnv;
  /** Undefined if any secret is missing or unusable. */
  readonly secrets: Secrets | undefined;
  /** All problems with configuration, files and secrets. */
  readonly problems: readonly string[];
}

/**
 * Returns the problems with the files that a configuration names. The configuration's own problems are not
 * included.
 */
async function problemsOf({ tsaCa, eventStoreUrl }: Config): Promise<string[]> {
  const found: string[] = [];
  const check = (looking: Promise<unknown>): Promise<unknown> =>
    looking.catch((error: Error) => found.push(error.message));
  if (tsaCa !== undefined) await check(timestampRoots(tsaCa));
  if (eventStoreUrl !== undefined) await check(checkEventStoreUrl(eventStoreUrl));
  return found;
}

/**
 * Creates DATA_DIR if it is missing.
 * @throws ConfigInvalid with all problems of configuration, files and secrets
 */
export async function readOperatorEnvironment(): Promise<{ config: Config; secrets: Secrets }> {
  const { config, env, problems } = environmentOfThisProcess();
  const found = [...problems, ...(await problemsOf(config))];
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch((error: Error) =>
    found.push(`DATA_DIR: the folder cannot be used: ${error.message}.`),
  );
  return { config, secrets: await readSecrets(config, env, { found }) };
}

/** Like `readOperatorEnvironment`, but creates neither DATA_DIR nor a secret. */
export async function inspectOperatorEnvironment(): Promise<OperatorEnvironment> {
  const { config, env, problems } = environmentOfThisProcess();
  const found = [...problems, ...(await problemsOf(config))];
  try {
    const secrets = await readSecrets(config, env, { found, makes: false });
    return { config, env, secrets, problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error;
    return { config, env, secrets: undefined, problems: error.problems };
  }
}

/** Milliseconds for which an interrupted command may still wait for the database. */
const CUT_MS = 1000;

interface Operating extends Pick<InfrastructureOptions, 'anyStore' | 'lostEnd'> {
  readonly interruption: Interruption;
}

/**
 * Runs `work` on this configuration's database, event store and secrets, and then closes everything that was
 * opened. A backend may serve at the same time.
 */
export async function withInfrastructure(
  { interruption, ...settings }: Operating,
  work: (infrastructure: Infrastructure, config: Config) => Promise<void>,
): Promise<void> {
  const { config, secrets } = await readOperatorEnvironment();
  const logger = operatorLogger();
  const { signal } = interruption;
  // Loading this module takes time. It is therefore loaded only now, after wrong arguments or a wrong
  // configuration have been reported.
  const { openInfrastructure } = await import('../app/infrastructure.js');
  await interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await joinDatabase(config, logger);
      closing.add(() => database.close());
      signal.throwIfAborted();
      const { eventStoreUrl, eventStorePrefix, searchKeyVersion, withoutKeys } = config;
      const infrastructure = await openInfrastructure({
        databaseUrl: database.url,
        eventStoreUrl,
        eventStorePrefix,
        searchKeyVersion,
        withoutKeys,
        ...settings,
        secrets,
        logger,
      });
      closing.add(() => infrastructure.close());
      signal.throwIfAborted();
      signal.addEventListener('abort', () => infrastructure.cutAfter(CUT_MS), { once: true });
      await work(infrastructure, config);
    }),
  );
}

/**
 * Runs `work` on this configuration's log and database, for reading only. This needs no secret and migrates
 * nothing. It also works if the event store and the database do not belong together.
 * @throws ConfigInvalid, EventStoreUnavailable, PooledByTransaction
 */
export async function withStoredLog<Result>(
  interruption: Interruption,
  work: (stored: { pool: Pool; log: StoredLog }) => Promise<Result>,
): Promise<Result> {
  const config = configOfThisProcess();
  const logger = operatorLogger();
  const { signal: cut } = interruption;
  return interruption.whileOpen(() =>
    closedAfter(async (closing) => {
      const database = await joinDatabase(config, logger);
      closing.add(() => database.close());
      cut.throwIfAborted();
      await assertRealSessionsAt(database.url, { cut });
      const pool = createPool(database.url, { max: 2, logger, cut });
      closing.add(() => pool.end());
      const { eventStoreUrl: url, eventStorePrefix: prefix } = config;
      const log = await openStoredLog({ url, databaseUrl: database.url, prefix, cut }, logger);
      closing.add(() => log.close());
      return work({ pool, log });
    }),
  );
}

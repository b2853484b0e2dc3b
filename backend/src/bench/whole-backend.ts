import type { RunningBackend } from '../app/backend-options.js';
import { startBackend } from '../app/start-backend.js';
import { readSecrets } from '../app/secrets.js';
import { readConfig } from '../platform/config/config.js';
import { tidySeldom } from '../platform/process/heap.js';
import { createLogger } from '../platform/logging/http-logger.js';

export interface BackendWish {
  readonly databaseUrl: string;
  /** Where the secrets lie. */
  readonly dataDir: string;
  /** Mails stay in the database without one. */
  readonly smtpUrl?: string;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** All of a backend: HTTP, all subscribers live, requests logged. */
export async function startWhole({
  databaseUrl,
  dataDir,
  smtpUrl,
  env,
}: BackendWish): Promise<RunningBackend> {
  // The limits are so high that nobody reaches them, but calls are counted.
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'info',
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
    ...env,
  });
  const secrets = await readSecrets(config, {});
  const backend = await startBackend({
    config,
    secrets,
    databaseUrl,
    logger: createLogger(config.logLevel),
    frontend: '',
  });
  tidySeldom();
  return backend;
}

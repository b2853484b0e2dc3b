import type { RunningBackend } from '#src/app/backend-options';
import { startBackend } from '#src/app/start-backend';
import { readSecrets } from '#src/app/secrets';
import { readConfig } from '#src/platform/config/config';
import { tidySeldom } from '#src/platform/process/heap';
import { createLogger } from '#src/platform/logging/http-logger';

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

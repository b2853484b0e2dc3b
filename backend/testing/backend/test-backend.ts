import { TEST_APPEND_KEY, TEST_LOG } from '#src/eventsourcing/trust/testing/test-trust';
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import type { Timeouts, RunningBackend } from '#src/app/backend-options';
import { startBackend } from '#src/app/start-backend';
import { type Clock, systemClock } from '#src/platform/time/clock';
import { readConfig } from '#src/platform/config/config';
import type { Secrets } from '#src/app/secrets';
import { createLogger } from '#src/platform/logging/http-logger';
import { FIXTURE_PASSWORD, p12Fixture } from '#src/pades/testing/fixtures';
import type { FastifyInstance } from 'fastify';
import { DescribedAnswers } from './described-answers.js';
import { backendTimeouts } from './backend-timeouts.js';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { createServiceDatabase } from './service-database.js';

export const ADMIN_PASSWORD = 'the-admin-of-the-tests';
export const AUDITOR_PASSWORD = 'the-auditor-of-the-tests';

const secret = (): Buffer => randomBytes(32);
/** All test backends have the same key, so that a test can write events that they believe. */
const APPEND_SECRET = { log: TEST_LOG, keys: [TEST_APPEND_KEY] } as const;

export const testSecrets = (): Secrets => ({
  masterKey: secret(),
  masterKeyOld: undefined,
  sessionSecrets: [secret()],
  indexKey: secret(),
  checkpointKeys: [secret()],
  appendKeys: APPEND_SECRET,
  makeAppendKeys: () => Promise.resolve(APPEND_SECRET),
  logAdopted: undefined,
  adoptionFile: undefined,
  adminPassword: ADMIN_PASSWORD,
  auditorPassword: AUDITOR_PASSWORD,
  sealP12: p12Fixture('rsa-chain-quick'),
  sealP12Password: FIXTURE_PASSWORD,
  generatedPasswords: [],
  folder: '',
});

/** The database of a test backend. It may be on a server that the test itself runs. */
type BackendDatabase = Omit<TestDatabase, 'away'>;

export interface TestBackend {
  readonly backend: RunningBackend;
  readonly database: BackendDatabase;
  readonly secrets: Secrets;
  /** The backend's own data folder. The folder is created together with the first file in it. */
  readonly dataDir: string;
  /**
   * Returns a new browser, which keeps its cookies. Each response to the browser is checked against the API
   * description.
   */
  browser(language?: 'de' | 'en'): TestAgent;
  stop(): Promise<void>;
}

export interface TestBackendOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /**
   * The machine's clock, which the backend compares with the database's clock. By default it shows the real
   * time, whatever `clock` says.
   */
  readonly machineClock?: Clock;
  /** Time limits that differ from the defaults. */
  readonly timeouts?: Partial<Timeouts>;
  /** Destination of the logs, at the level of LOG_LEVEL. By default logs are discarded. */
  readonly logs?: DestinationStream;
  /** The earlier backend whose database, secrets and data folder the new backend uses. */
  readonly on?: Pick<TestBackend, 'database' | 'secrets'> & Partial<Pick<TestBackend, 'dataDir'>>;
}

/** Starts the whole backend on a real PostgreSQL, listening on a free port. */
export async function startTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const database = options.on?.database ?? (await createServiceDatabase());
  const secrets = options.on?.secrets ?? testSecrets();
  const dataDir = options.on?.dataDir ?? join(tmpdir(), `siegel-test-${randomUUID()}`);
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT_FACTOR: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const logger = createLogger(config.logLevel, options.logs);
  const backend = await startBackend({
    config,
    secrets,
    databaseUrl: database.url,
    logger,
    frontend: '',
    clock: options.clock ?? systemClock,
    machineClock: options.machineClock ?? systemClock,
    timeouts: { ...backendTimeouts(), ...options.timeouts },
  });
  const fastify: FastifyInstance = backend.app.getHttpAdapter().getInstance();
  const described = new DescribedAnswers(fastify.apiDescription.document());
  return {
    backend,
    database,
    secrets,
    dataDir,
    browser: (language = 'de') =>
      described.watch(request.agent(backend.address).set('accept-language', language)),
    stop: async () => {
      await backend.stop();
      if (options.on?.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      if (options.on === undefined) await database.drop();
    },
  };
}

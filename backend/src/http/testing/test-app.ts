import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Global, Module, type ModuleMetadata, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { type Clock, systemClock } from '../../platform/time/clock.js';
import { type Config, readConfig } from '../../platform/config/config.js';
import type { TestDatabase } from '../../platform/postgres/testing/test-database.js';
import {
  CLOCK,
  CONFIG,
  KEYED_HASH,
  LOGGER,
  METRICS,
  PASSWORD_DIGESTS,
  POOL,
  TAMPERING,
} from '../../platform/wiring/tokens.js';
import { RecordedTampering } from '../../platform/tampering/testing/recorded-tampering.js';
import { SESSION_RECORDS, type SessionRecords } from '../callers/session-records.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { configureHttp, createHttpAdapter, type HttpDeps } from '../app-factory.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { HttpModule } from '../http.module.js';
import { createLogger } from '../../platform/logging/http-logger.js';
import { RateLimits1763700000100 } from '../migrations/1763700000100-rate-limits.js';
import { AdminSessions1763700000110 } from '../migrations/1763700000110-admin-sessions.js';
import { SessionsKnowTheirPassword1795000001720 } from '../migrations/1795000001720-sessions-know-their-password.js';
import { createMetrics } from '../observing/metrics.js';
import { NestLogger } from '../../platform/logging/nest-logger.js';

/** The migrations that create the tables of this folder. */
export const HTTP_MIGRATIONS = [
  RateLimits1763700000100,
  AdminSessions1763700000110,
  SessionsKnowTheirPassword1795000001720,
];

export const TEST_KEYED_HASH = createKeyedHash(Buffer.alloc(32, 7));

export interface TestAppOptions extends ModuleMetadata {
  readonly database: Pick<TestDatabase, 'pool'>;
  readonly env?: NodeJS.ProcessEnv;
  readonly clock?: Clock;
  readonly http?: Partial<HttpDeps>;
  /** Further values that the platform provides, by token. */
  readonly platform?: ReadonlyMap<symbol, unknown>;
}

export interface TestApp {
  readonly app: NestFastifyApplication;
  readonly server: ReturnType<NestFastifyApplication['getHttpServer']>;
  readonly config: Config;
  /** The lines logged so far. */
  readonly logs: Record<string, unknown>[];
  close(): Promise<void>;
}

const noSession = (): never => {
  throw new Error('who logs in here gives the test its SESSION_RECORDS');
};
/** Session records for test applications without logins. Every function throws. */
const withoutSessions: SessionRecords = {
  begin: noSession,
  end: noSession,
  read: noSession,
  isLiving: noSession,
};

function platformModule(values: ReadonlyMap<symbol, unknown>): Type {
  const providers = [...values].map(([provide, useValue]) => ({ provide, useValue }));
  @Global()
  @Module({ providers, exports: providers.map((one) => one.provide) })
  class TestPlatformModule {}
  return TestPlatformModule;
}

/** Creates a small application whose controllers run with the same HTTP configuration as in the service. */
export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  const { database, env, clock = systemClock, http, platform: more = [], ...metadata } = options;
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const logs: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logs.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  const logger = createLogger(config.logLevel, sink);
  const metrics = createMetrics();
  const platform = platformModule(
    new Map<symbol, unknown>([
      [CLOCK, clock],
      [CONFIG, config],
      [LOGGER, logger],
      [METRICS, metrics],
      [POOL, database.pool],
      [KEYED_HASH, TEST_KEYED_HASH],
      [TAMPERING, new RecordedTampering()],
      [SESSION_RECORDS, withoutSessions],
      [PASSWORD_DIGESTS, { admin: 'of the admin', auditor: 'of the auditor' }],
      ...more,
    ]),
  );
  const built = await Test.createTestingModule({
    ...metadata,
    imports: [platform, HttpModule, ...(metadata.imports ?? [])],
  }).compile();
  const app = built.createNestApplication<NestFastifyApplication>(createHttpAdapter(config, logger), {
    bodyParser: false,
    logger: new NestLogger(logger),
  });
  await configureHttp(app, {
    config,
    logger,
    sessionSecrets: [Buffer.alloc(32, 5)],
    metrics,
    probes: [],
    frontend: { folder: join(tmpdir(), 'no-frontend-here'), documents: undefined },
    answerWithinMs: scaledTimeout(5_000),
    ...http,
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return { app, server: app.getHttpServer(), config, logs, close: () => app.close() };
}

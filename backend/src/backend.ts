import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { Background, nestTicker } from './background.js';
import { Draining } from './draining.js';
import { RenderPool } from './delivery/pdf/render-pool.js';
import { applyErasures } from './erasure/apply-erasures.js';
import { KeyEraser } from './erasure/erase-key.js';
import { type Ground, layGround } from './ground.js';
import type { Clock } from './platform/clock.js';
import type { Config } from './platform/config/config.js';
import type { Secrets } from './platform/config/secrets.js';
import { configureHttp, createHttpAdapter } from './platform/http/app-factory.js';
import type { PinoLogger } from './platform/http/http-logger.js';
import { createMetrics } from './platform/http/metrics.js';
import { NestLogger } from './platform/http/nest-logger.js';
import { newId } from './platform/ids.js';
import { type Opened, openAll } from './platform/opened.js';
import { createSeal, timestampRoots } from './platform/pades/create-seal.js';
import { openSealIdentity } from './platform/pades/seal-identity.js';
import { sealWarning } from './platform/pades/seal-validity.js';
import { assertWritable } from './platform/postgres/writable.js';
import { SealCertificates } from './platform/pades/seal-certificates.js';
import { sealTrust } from './platform/pades/seal-trust.js';
import { createReadYourWrites } from './platform/projections/read-your-writes.js';
import { ProjectionSignals } from './platform/projections/signals.js';
import { migrateJobs } from './platform/reactions/migrate-jobs.js';
import { projections } from './projections.js';
import { backgroundWork } from './work.js';

export interface BackendOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  readonly logger: PinoLogger;
  /** Folder of the built frontend. */
  readonly frontend: string;
  readonly clock?: Clock;
}

export interface RunningBackend {
  readonly app: NestFastifyApplication;
  readonly ground: Ground;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** Is no longer ready, answers what was begun, ends what is in work, closes everything. */
  stop(): Promise<void>;
}

/** One backend: HTTP and background work on one database. Serves when it resolves; leaves nothing open when it rejects. */
export const startBackend = (options: BackendOptions): Promise<RunningBackend> => openAll((opened) => startParts(options, opened));

async function startParts(options: BackendOptions, opened: Opened): Promise<RunningBackend> {
  const { config, secrets, databaseUrl, logger } = options;
  const metrics = createMetrics();
  const identity = openSealIdentity(secrets.sealP12, secrets.sealP12Password);
  const roots = await timestampRoots(config.tsaCa);
  const ground = await layGround({
    databaseUrl,
    metrics,
    eventStoreUrl: config.eventStoreUrl,
    eventStorePrefix: config.eventStorePrefix,
    secrets,
    logger,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  opened.closing(() => ground.close());
  const { pool } = ground;
  await migrateJobs(pool, logger);
  const signals = new ProjectionSignals({ pool, url: databaseUrl, logger });
  opened.closing(() => signals.stop());
  await signals.start();
  // The app, which is opened next, refuses new requests before the background ends; what the background renders with ends after it.
  let renderer: RenderPool | undefined;
  opened.closing(async () => renderer?.close());
  let background: Background | undefined;
  opened.closing(async () => background?.stop());
  const readYourWrites = createReadYourWrites({ pool, signals, projections });
  const eraser = new KeyEraser(ground.commands, ground, ground.clock);
  await applyErasures(pool, ground.store, eraser);
  const { clock } = ground;
  const seal = createSeal({ identity, tsaUrl: config.tsaUrl, roots, pool, clock, logger, metrics });
  const warnSeal = (): string | undefined => sealWarning(identity, clock.now());
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ ground, config, secrets, readYourWrites, seal, trust: sealTrust(identity, new SealCertificates(pool), roots) }),
    createHttpAdapter(config, logger),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  renderer = app.get(RenderPool);
  const draining = new Draining(app);
  opened.closing(() => draining.close());
  const probes = [
    { name: 'serving', check: () => draining.check() },
    { name: 'database', check: () => assertWritable(pool) },
    { name: 'event store', check: async () => void (await ground.store.head()) },
    { name: 'projections', check: async () => background?.check() },
  ];
  await configureHttp(app, {
    config,
    sessionSecret: secrets.sessionSecret,
    logger,
    metrics,
    probes,
    warnings: [warnSeal],
    frontend: options.frontend,
  });
  await app.init();
  background = new Background({
    ground,
    signals,
    work: backgroundWork(app, ground, eraser),
    ticker: nestTicker(app.get(SchedulerRegistry)),
    backend: newId(),
  });
  background.start();
  background.measure(metrics);
  await app.listen(config.port, '0.0.0.0');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const stop = async (): Promise<void> => {
    await draining.begin(config.drainSeconds * 1000);
    await opened.close();
  };
  return { app, ground, address: `http://127.0.0.1:${port}`, stop };
}

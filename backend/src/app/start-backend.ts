import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Registry } from 'prom-client';
import { Credentials } from '../admin/login/credentials.js';
import { AppModule } from './app.module.js';
import { Background } from './background-runner.js';
import { nestTicker } from './nest-ticker.js';
import { Commands } from '../bus/commands.js';
import { logHiddenAddresses } from './client-addresses.js';
import { documentFacts } from './document-facts.js';
import { openDocuments } from '../http/web/documents.js';
import { GracefulShutdown } from '../http/lifecycle/graceful-shutdown.js';
import { StartGate } from '../http/lifecycle/start-gate.js';
import { RequestsInFlight } from '../http/lifecycle/requests-in-flight.js';
import { RenderPool } from '../delivery/pdf/render-pool.js';
import { applyErasures } from '../erasure/apply-erasures.js';
import { applyListedErasures } from '../erasure/apply-listed-erasures.js';
import { ErasuresOnHold } from '../erasure/erasures-on-hold.js';
import { createErasers, type Erasers, erasingFacts } from './erasers.js';
import { payOrFree } from '../payments/settle-redeemed-vouchers.js';
import { VoucherRedemption } from '../payments/voucher-redemption.js';
import type { BackendOptions, RunningBackend } from './backend-options.js';
import { type Infrastructure, openInfrastructure } from './infrastructure.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import { LiveBackendEntry } from '../vault/live-backends.js';
import { knownAdoption } from './outdated-adoption.js';
import { refuseLostEvents } from './lost-events.js';
import { startMeasuring } from './machine-metrics.js';
import { TamperedWarning } from './tampered-warning.js';
import { logOriginOf } from '../closed-streams/log-origin.js';
import { MissingKeys } from '../erasure/missing-keys.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';
import { configureHttp, createHttpAdapter, type HttpDeps } from '../http/app-factory.js';
import { versionOfThisRelease } from '../platform/process/version.js';
import { openTracing } from '../platform/tracing/open-tracing.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import { payingPolicy } from '../payments/stripe/browser-sources.js';
import { NestLogger } from '../platform/logging/nest-logger.js';
import { newId } from '../platform/crypto/ids.js';
import { type CloseStack, withCloseStack } from '../platform/wiring/close-stack.js';
import { createSeal } from '../pades/create-seal.js';
import { readSealing, type Sealing } from './read-sealing.js';
import { sealWarning } from '../pades/seal-validity.js';
import { SessionProbe } from '../platform/postgres/real-sessions.js';
import { WriteProbe } from '../platform/postgres/writable.js';
import { SealCertificates } from '../pades/seal-certificates.js';
import { sealTrust } from '../pades/seal-trust.js';
import { createReadYourWrites } from '../eventsourcing/projections/read-your-writes.js';
import { ProjectionSignals } from '../eventsourcing/projections/signals.js';
import { projections } from './projections.js';
import { backgroundWork } from './background-work.js';

/**
 * Milliseconds during a stop from the last response until work that still waits for the database is cut off.
 * Running jobs get less time.
 */
const CUT_MS = 8000;

/**
 * Starts one backend: HTTP and background work on one database. When the promise resolves, the backend
 * serves. When it rejects, everything is closed again.
 */
export const startBackend = (options: BackendOptions): Promise<RunningBackend> =>
  withCloseStack((closing) => startParts(options, closing));

/** The opened parts on which the functions below build. */
interface BackendParts extends BackendOptions {
  /** UUID of this backend. */
  readonly id: string;
  readonly metrics: Registry;
  readonly sealing: Sealing;
  readonly infrastructure: Infrastructure;
  readonly credentials: Credentials;
  readonly live: LiveBackendEntry;
  readonly signals: ProjectionSignals;
  readonly missing: MissingKeys;
}

/** Each part is added to `closing` as soon as it is open. Parts are closed in reverse order. */
async function startParts(options: BackendOptions, closing: CloseStack): Promise<RunningBackend> {
  const { config, logger } = options;
  const measuring = startMeasuring(config.dataDir);
  const { registry: metrics } = measuring;
  // The seal is read first, so that an unusable seal is reported before anything is opened.
  const sealing = await readSealing(options);
  const id = newId();
  const tracing = await openTracing(config.tracing, { version: versionOfThisRelease(), backend: id, logger });
  closing.add(() => tracing.stop());
  const infrastructure = await openInfrastructure(infrastructureOptions(options, metrics, tracing));
  closing.add(() => infrastructure.close());
  const { pool, clock, log } = infrastructure;
  const { seals, kept } = infrastructure.tree;
  await refuseLostEvents({
    ...infrastructure,
    streamPrefixes: STREAM_PREFIXES,
    isOwnStream,
    seals,
    kept: kept.newest,
    onGrowing: (leaves) => kept.expectGrowth(leaves),
  });
  await logOriginOf({
    ...infrastructure,
    log: infrastructure.trust.keys.log,
    configured: config.logOrigin,
    byDefault: config.defaultLogOrigin,
  });
  const credentials = await Credentials.of(options.secrets, infrastructure.keyedHash);
  const known = { ...options, id, metrics, sealing, infrastructure, credentials };
  const live = liveBackend(known);
  await live.join();
  closing.add(() => live.leave());
  const signals = new ProjectionSignals({ url: options.databaseUrl, logger });
  closing.add(() => signals.stop());
  await signals.start();
  const missing = new MissingKeys(pool, logger, clock);
  const parts = { ...known, live, signals, missing };
  const app = await createApp(parts);
  const served = partsOfApp(app, parts, closing);
  const { background, shutdown, opening, erasers } = served;
  const documents = await openDocuments(options.frontend, documentFacts(config, clock));
  await configureHttp(app, {
    ...httpDeps(parts, served),
    frontend: { folder: join(options.frontend, 'client'), documents, payingPolicy: payingPolicy(config) },
  });
  await app.listen(config.port, config.host);
  const signal = options.stopping;
  const onHold = erasuresOnHold(infrastructure, erasers);
  closing.add(() => onHold.stop());
  await applyListedErasures({ ...infrastructure, ...erasers, signal, onClosed: onHold.add });
  await applyErasures({ pool, log, facts: erasingFacts(erasers), isOwnStream, signal });
  await missing.tell();
  await logHiddenAddresses(infrastructure);
  background.start();
  onHold.start();
  background.measure(measuring);
  opening.open();
  const { port } = app.getHttpServer().address() as AddressInfo;
  const stop = async (): Promise<void> => {
    await shutdown.begin(config.drainSeconds * 1000);
    await closing.close();
  };
  return { app, infrastructure, address: `http://127.0.0.1:${port}`, stop };
}

/** Returns the work that applies lines of the list of erasures once their streams are open again. */
const erasuresOnHold = (infrastructure: Infrastructure, erasers: Erasers): ErasuresOnHold =>
  new ErasuresOnHold({
    compare: (onClosed) => applyListedErasures({ ...infrastructure, ...erasers, onClosed, isAlone: false }),
    isClosed: (stream) => infrastructure.log.isClosed(stream),
    isEnded: (stream) => infrastructure.records.isEnded(stream) && !infrastructure.records.areClosed(stream),
    logger: infrastructure.logger,
  });

/** Returns the entry that shows other backends whether this backend has the same secrets as they have. */
function liveBackend(parts: Omit<BackendParts, 'signals' | 'live' | 'missing'>): LiveBackendEntry {
  const { config, infrastructure, credentials, sealing, id, logger } = parts;
  return new LiveBackendEntry({
    pool: infrastructure.leasePool,
    logger,
    id,
    stored: infrastructure.storedSecrets,
    free: {
      ADMIN_PASSWORD: credentials.digests.admin,
      AUDITOR_PASSWORD: credentials.digests.auditor,
      SEAL_P12: sealing.identity.certificateHash,
    },
    fixed: knownAdoption(parts.secrets),
    changing: config.changingSecrets,
  });
}

function infrastructureOptions(
  { databaseUrl, config, secrets, logger, clock, machineClock, timeouts, onMoved }: BackendOptions,
  metrics: Registry,
  tracing: Tracing,
): InfrastructureOptions {
  const { eventStoreUrl, eventStorePrefix, searchKeyVersion, withoutKeys, dataDir } = config;
  return {
    databaseUrl,
    dataDir,
    metrics,
    tracing,
    eventStoreUrl,
    eventStorePrefix,
    searchKeyVersion,
    withoutKeys,
    secrets,
    logger,
    ...(clock === undefined ? {} : { clock }),
    machineClock,
    connectWithinMs: timeouts?.connectMs,
    onMoved,
  };
}

function createApp(parts: BackendParts): Promise<NestFastifyApplication> {
  const { config, credentials, logger, metrics, sealing, infrastructure, signals, timeouts } = parts;
  const { pool, clock } = infrastructure;
  const { identity, roots } = sealing;
  const module = AppModule.with({
    infrastructure,
    config,
    metrics,
    credentials,
    readYourWrites: createReadYourWrites({ pool, signals, projections, timeoutMs: timeouts?.visibleMs }),
    seal: createSeal({ identity, tsaUrl: config.tsaUrl, roots, pool, clock, logger, metrics }),
    trust: sealTrust(identity, new SealCertificates(pool), roots),
  });
  return NestFactory.create<NestFastifyApplication>(module, createHttpAdapter(config, logger), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
}

interface Served {
  readonly background: Background;
  readonly opening: StartGate;
  readonly shutdown: GracefulShutdown;
  readonly erasers: Erasers;
}

/**
 * Gets the running parts from the app. During a stop, they close in this order: first the app refuses new
 * requests, then background work ends, then the renderer closes.
 */
function partsOfApp(
  app: NestFastifyApplication,
  { id, infrastructure, signals, config, databaseUrl, timeouts }: BackendParts,
  closing: CloseStack,
): Served {
  const renderer = app.get(RenderPool);
  closing.add(() => renderer.close());
  const vouchers = app.get(VoucherRedemption);
  const erasers = createErasers(infrastructure, {
    config,
    commands: app.get(Commands),
    settle: (redemption) => payOrFree(vouchers, redemption),
  });
  const background = new Background({
    requests: new RequestsInFlight(app.getHttpAdapter().getInstance()),
    infrastructure,
    databaseUrl,
    signals,
    work: backgroundWork(app, infrastructure, erasers),
    ticker: nestTicker(app.get(SchedulerRegistry)),
    backend: id,
    stopJobsWithinMs: timeouts?.jobsMs,
    rowsWithinMs: timeouts?.rowsMs,
  });
  closing.add(() => background.stop());
  const [opening, shutdown] = [new StartGate(app), new GracefulShutdown(app)];
  closing.add(async () => infrastructure.cutAfter(timeouts?.cutMs ?? CUT_MS));
  closing.add(() => shutdown.close());
  return { background, opening, shutdown, erasers };
}

function httpDeps(
  parts: BackendParts,
  { background, opening, shutdown }: Served,
): Omit<HttpDeps, 'frontend'> {
  const { config, secrets, logger, metrics, sealing, infrastructure, live, missing, timeouts } = parts;
  const { pool, store, clock, clocks, tracing, tree } = infrastructure;
  const [writes, sessions] = [new WriteProbe(pool), new SessionProbe(pool)];
  const tampered = new TamperedWarning(pool, logger);
  return {
    config,
    sessionSecrets: secrets.sessionSecrets,
    logger,
    metrics,
    tracing,
    probes: [
      { name: 'serving', check: () => opening.check().then(() => shutdown.check()) },
      { name: 'database', check: () => writes.check().then(() => sessions.check()) },
      { name: 'clock', check: async () => clocks.assertAgreement() },
      { name: 'event store', check: () => store.check() },
      { name: 'secrets', check: () => live.check() },
      ...background.probes,
    ],
    warnings: [
      () => sealWarning(sealing.identity, clock.now()),
      () => clocks.warning(),
      () => live.warning(),
      () => missing.warning(),
      () => tree.kept.warning,
      () => tampered.get(),
      ...background.warnings,
      ...config.warnings.map((warning) => () => warning),
    ],
    cutting: shutdown.cutting,
    ...(timeouts?.answerMs === undefined ? {} : { answerWithinMs: timeouts.answerMs }),
  };
}

import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { refuseWithoutKeys } from '../erasure/missing-keys.js';
import { knownAppendKeys } from './append-secret.js';
import { type OpenJournal, openJournal } from './open-journal.js';
import { startedReceipts } from './started-receipts.js';
import { storedSecretsOf } from './stored-secrets.js';
import { locationOf, openMeteredStore, openStoredLog } from './open-event-store.js';
import { factsBeforeErasure } from '../closed-streams/facts-before-erasure.js';
import { TrustRecords } from '../closed-streams/trust-records.js';
import { type Clock, systemClock } from '../platform/time/clock.js';
import { ClockComparison } from '../platform/time/clock-comparison.js';
import type { EventStore, StoredLog } from '../eventsourcing/event-store/event-store.js';
import { useStore } from '../eventsourcing/event-store/in-use/store-in-use.js';
import { WriteGrant } from '../eventsourcing/event-store/in-use/write-grant.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { Logger } from '../platform/logging/logger.js';
import { type Tampering, TamperingLog } from '../platform/tampering/tampering.js';
import { noTracing, type Tracing } from '../platform/tracing/tracing.js';
import { type CloseStack, withCloseStack } from '../platform/wiring/close-stack.js';
import { createDataSource, poolOf } from '../platform/postgres/data-source.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import { migrate } from '../platform/postgres/migrate.js';
import { databaseClock } from '../platform/postgres/database-clock.js';
import { createPool } from '../platform/postgres/pool.js';
import { type MeasurePool, measurePools } from '../platform/postgres/pool-metrics.js';
import {
  assertOptionsPass,
  assertRealSessions,
  PooledByTransaction,
} from '../platform/postgres/real-sessions.js';
import { assertWritable } from '../platform/postgres/writable.js';
import { DatabaseUnreachable } from './database-unreachable.js';
import { verifyCheckpoints } from '../eventsourcing/subscriptions/checkpoints.js';
import { type BlobStore, createBlobStore } from '../vault/blob-store.js';
import { compareCheckValues, type StoredSecrets, verifyCheckValues } from '../vault/check-values.js';
import { type RunningVault } from '../vault/create-vault.js';
import { LinkTokens } from '../vault/link-tokens.js';
import { createKeyedHash, type KeyedHash } from '../platform/crypto/keyed-hash.js';
import { SearchKeys } from '../vault/search/search-keys.js';
import { type Receipts } from '../vault/receipts.js';
import { entities, migrations } from './database-schema.js';
import { sessionName } from '../platform/postgres/session-name.js';
import { sharedAbortController } from '../platform/async/shared-abort.js';

/**
 * Pool sizes. Together with the connections for tables, event store and listeners, a backend has at most 38
 * connections.
 */
const CONNECTIONS = { requests: 10, background: 8, leases: 2 } as const;

/** Names of the database sessions that every process with an open infrastructure has. */
export const BACKEND_SESSIONS: readonly string[] = Object.keys(CONNECTIONS).map((name) => sessionName(name));

/** All parts that work on one database. Backends and the operator's commands need them. */
export interface Infrastructure extends Omit<OpenJournal, 'appendSecret' | 'releases'> {
  /**
   * Pool for requests. Background work has its own pool, so that requests and background work do not delay
   * each other. Background work also reads keys through this pool, but that takes only a few short
   * statements, because keys are cached in memory.
   */
  readonly pool: Pool;
  /** Pool for projections, reactions, jobs and scheduled work. */
  readonly backgroundPool: Pool;
  /**
   * Pool that is used only for leases. A leader can therefore renew its lease in time even while other work
   * waits for connections.
   */
  readonly leasePool: Pool;
  readonly dataSource: DataSource;
  /** The event log as stored. Everything but its verification reads `trust.log`. */
  readonly store: EventStore;
  /** The authenticated event log, `trust.log`. */
  readonly log: TrustedLog;
  /** The secrets on which stored data depends, with the key of the log even if this start made it. */
  readonly storedSecrets: Required<StoredSecrets>;
  /** The operator's records about closed streams, up to this start. They follow the log after `start`. */
  readonly records: TrustRecords;
  /** Makes all jobs due that are parked because these streams were closed. Returns the number of jobs. */
  readonly releaseJobsOf: (streams: readonly string[]) => Promise<number>;
  /**
   * Opens the log of `store` for reading, directly from the event store. (`store` keeps the end of the log in
   * memory and does not notice when the end changes later.)
   */
  readonly openLog: () => Promise<StoredLog>;
  readonly vault: RunningVault;
  readonly blobs: BlobStore;
  /** The blobs of `blobs`, accessed through `backgroundPool`. */
  readonly backgroundBlobs: BlobStore;
  readonly keyedHash: KeyedHash;
  readonly linkTokens: LinkTokens;
  readonly searchKeys: SearchKeys;
  readonly receipts: Receipts;
  readonly journal: Journal;
  readonly commands: CommandRunner;
  readonly clock: Clock;
  /** This machine's clock and the database's. */
  readonly clocks: ClockComparison;
  readonly logger: Logger;
  /** Reports data that this service did not write. */
  readonly tampering: Tampering;
  readonly tracing: Tracing;
  /**
   * Call before `close`. After this many milliseconds, all work that still waits for the database is cut off.
   */
  cutAfter(ms: number): void;
  close(): Promise<void>;
}

/**
 * Connects to the database, migrates it, and checks that database, event store and secrets belong together.
 * @throws DatabaseUnreachable, PooledByTransaction, SecretMismatch, MasterKeyHalfReplaced,
 * DatabaseWithoutKeys, CheckpointRefused, EventStoreMoved, NoAppendKey, AdoptionInvalid, NewestKeyRetired,
 * LogUnauthenticated, RetiredKeyRevived. Their messages say what to do.
 */
export const openInfrastructure = (options: InfrastructureOptions): Promise<Infrastructure> =>
  withCloseStack((closing) => openParts(options, closing));

async function openParts(options: InfrastructureOptions, closing: CloseStack): Promise<Infrastructure> {
  const { secrets, logger, clock = systemClock, tracing = noTracing } = options;
  const tampering = new TamperingLog({ logger, clock, metrics: options.metrics });
  const cutting = sharedAbortController();
  let cutTimer: NodeJS.Timeout | undefined;
  closing.add(async () => clearTimeout(cutTimer));
  const measure: MeasurePool =
    options.metrics === undefined ? () => undefined : measurePools(options.metrics);
  const open = (name: keyof typeof CONNECTIONS): Pool => {
    const made = openPool(name, options, cutting.signal);
    measure(name, made);
    closing.add(() => made.end());
    return made;
  };
  const [pool, backgroundPool, leasePool] = [open('requests'), open('background'), open('leases')];
  const dataSource = await connected(pool, options, closing);
  measure('tables', poolOf(dataSource));
  await migrate(dataSource);
  const clocks = new ClockComparison({
    server: databaseClock(pool),
    name: 'PostgreSQL',
    own: options.machineClock,
    logger,
    metrics: options.metrics,
  });
  closing.add(async () => clocks.stop());
  await clocks.start();
  // The log says whether APPEND_KEY is the right one, so openTrust writes down its check value.
  const { append, ...others } = storedSecretsOf(secrets);
  await verifyCheckValues(pool, others);
  await compareCheckValues(pool, { append });
  const store = await storeInUse(options, { pool, leasePool, cut: cutting.signal, measure }, closing);
  const { vault, journal, records, releases, appendSecret, ...opened } = await openJournal(
    options,
    { pool, backgroundPool, store, tampering, clock },
    closing,
  );
  const { trust } = opened;
  const keyedHash = createKeyedHash(secrets.indexKey);
  const receipts = await startedReceipts({ pool, trust, keyedHash }, secrets);
  const assertMayRecord = (): void => clocks.assertAgreement();
  const commands = factsBeforeErasure(createCommandRunner({ journal, assertMayRecord, tracing }));
  return {
    pool,
    backgroundPool,
    leasePool,
    dataSource,
    store,
    ...opened,
    log: trust.log,
    storedSecrets: { ...storedSecretsOf(secrets), append: knownAppendKeys(appendSecret) },
    records,
    releaseJobsOf: (streams) => releases.of(streams),
    openLog: () => openStoredLog(locationOf(options, cutting.signal), logger),
    vault,
    blobs: createBlobStore({ pool, vault }),
    backgroundBlobs: createBlobStore({ pool: backgroundPool, vault }),
    keyedHash,
    linkTokens: new LinkTokens(secrets.indexKey),
    searchKeys: new SearchKeys(secrets.indexKey, options.searchKeyVersion ?? 1),
    receipts,
    journal,
    commands,
    clock,
    clocks,
    logger,
    tampering,
    tracing,
    cutAfter: (ms) => {
      cutTimer = setTimeout(() => cutting.abort(), ms);
    },
    close: () => closing.close(),
  };
}

const openPool = (
  name: keyof typeof CONNECTIONS,
  { databaseUrl, logger, connectWithinMs }: InfrastructureOptions,
  cut: AbortSignal,
): Pool =>
  createPool(databaseUrl, { max: CONNECTIONS[name], name: sessionName(name), logger, connectWithinMs, cut });

interface StoreParts {
  readonly pool: Pool;
  readonly leasePool: Pool;
  readonly cut: AbortSignal;
  readonly measure: MeasurePool;
}

/** Opens the event store and checks that it belongs to this database. */
async function storeInUse(
  options: InfrastructureOptions,
  { pool, leasePool, cut, measure }: StoreParts,
  closing: CloseStack,
): Promise<EventStore> {
  const { logger, onMoved = () => undefined } = options;
  let grant: WriteGrant | undefined;
  const right = { known: async () => grant?.known(), require: () => grant?.require() };
  const location = {
    ...locationOf(options, cut),
    right,
    markedOnly: true,
    onPool: (readers: Pool) => measure('events', readers),
  };
  const store = await openMeteredStore(location, logger, options.metrics);
  closing.add(() => store.close());
  if (options.withoutKeys !== true) await refuseWithoutKeys(pool, store);
  const { anyStore = false, lostEnd = false } = options;
  if (!anyStore) await verifyCheckpoints(pool, store, { lostEnd });
  const epoch = await useStore(pool, await store.storeId(), { force: anyStore });
  const held = new WriteGrant({ pool: leasePool, epoch, logger, onMoved });
  closing.add(() => held.stop());
  grant = held;
  return store;
}

async function connected(
  pool: Pool,
  { databaseUrl: url, eventStoreUrl, connectWithinMs }: InfrastructureOptions,
  closing: CloseStack,
): Promise<DataSource> {
  const dataSource = createDataSource({ url, entities, migrations, connectWithinMs });
  try {
    await assertWritable(pool);
    await assertRealSessions(pool);
    if (eventStoreUrl === undefined) await assertOptionsPass(url, connectWithinMs);
    await dataSource.initialize();
  } catch (error) {
    throw error instanceof PooledByTransaction ? error : new DatabaseUnreachable(error);
  }
  closing.add(() => dataSource.destroy());
  return dataSource;
}

import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { ndaEvents } from './nda/nda.registry.js';
import { openEventStore } from './event-stores.js';
import { ndaUpcasters } from './nda/upcasters.js';
import { type Clock, systemClock } from './platform/clock.js';
import type { Secrets } from './platform/config/secrets.js';
import type { EventStore } from './platform/event-store/event-store.js';
import { countReconnects, meteredEventStore } from './platform/event-store/metered-event-store.js';
import { newId } from './platform/ids.js';
import type { CommandRunner } from './platform/journal/command-runner.js';
import { createCommandRunner } from './platform/journal/create-command-runner.js';
import { createJournal } from './platform/journal/create-journal.js';
import type { Journal } from './platform/journal/journal.js';
import type { Logger } from './platform/logger.js';
import { type Opened, openAll } from './platform/opened.js';
import { createDataSource, migrate } from './platform/postgres/data-source.js';
import { createPool } from './platform/postgres/pool.js';
import { assertWritable, DatabaseReadOnly } from './platform/postgres/writable.js';
import { verifyCheckpoints } from './platform/projections/checkpoints.js';
import { type BlobStore, createBlobStore } from './platform/vault/blob-store.js';
import { verifyCheckValues } from './platform/vault/check-values.js';
import { createVault, type RunningVault } from './platform/vault/create-vault.js';
import { createKeyedHash } from './platform/vault/keyed-hash.js';
import { createMasterKeyring } from './platform/vault/master-keyring.js';
import { createReceipts, type Receipts } from './platform/vault/receipts.js';
import type { KeyedHash } from './platform/vault/vault.js';
import { entities, migrations } from './schema.js';
import { voucherUpcasters } from './voucher/upcasters.js';
import { voucherEvents } from './voucher/voucher.events.js';

export interface GroundOptions {
  readonly databaseUrl: string;
  /** EventStoreDB; without it the events are in the database. */
  readonly eventStoreUrl?: string | undefined;
  /** Put before the names of our streams on an EventStoreDB that is shared. */
  readonly eventStorePrefix?: string;
  /** Where appends, conflicts and faults are counted; nowhere by default. */
  readonly metrics?: Registry;
  readonly secrets: Pick<Secrets, 'masterKey' | 'masterKeyOld' | 'sessionSecret' | 'indexKey' | 'checkpointKey'>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** The platform's parts on one database: what a backend and the commands of the operator stand on. */
export interface Ground {
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly dataSource: DataSource;
  readonly store: EventStore;
  readonly vault: RunningVault;
  readonly blobs: BlobStore;
  readonly keyedHash: KeyedHash;
  readonly receipts: Receipts;
  readonly journal: Journal;
  readonly commands: CommandRunner;
  readonly clock: Clock;
  readonly logger: Logger;
  close(): Promise<void>;
}

/** The database cannot be used at all: it does not answer, or does not let us in. */
class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : String((cause as { code?: unknown }).code ?? cause);
    const advice =
      cause instanceof DatabaseReadOnly
        ? 'Is DATABASE_URL a replica, or was the server made read-only because its disk is full?'
        : 'Is the server of DATABASE_URL running, and are name and password right?';
    super(`The database cannot be used: ${reason}. ${advice}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/**
 * Connects, migrates and checks that database, event store and secrets belong together.
 * @throws DatabaseUnreachable, SecretMismatch, CheckpointRefused with what to do
 */
export const layGround = (options: GroundOptions): Promise<Ground> => openAll((opened) => layParts(options, opened));

async function layParts(options: GroundOptions, opened: Opened): Promise<Ground> {
  const { databaseUrl, secrets, logger, clock = systemClock } = options;
  const pool = createPool(databaseUrl, { max: 12, logger });
  opened.closing(() => pool.end());
  const dataSource = await connected(pool, databaseUrl, opened);
  await migrate(dataSource);
  const older = secrets.masterKeyOld === undefined ? [] : [secrets.masterKeyOld];
  await verifyCheckValues(pool, {
    master: { current: secrets.masterKey, older },
    index: secrets.indexKey,
    session: secrets.sessionSecret,
    checkpoint: secrets.checkpointKey,
  });
  const store = await openStore(options);
  opened.closing(() => store.close());
  await verifyCheckpoints(pool, store);
  const vault = createVault({ pool, masterKeys: createMasterKeyring(secrets.masterKey, older), clock, logger });
  opened.closing(() => vault.stop());
  await vault.start();
  const receipts = createReceipts({ signingKey: secrets.checkpointKey, pool });
  await receipts.start();
  const journal = createJournal({
    store,
    vault,
    registries: [ndaEvents, voucherEvents],
    upcasters: { ...ndaUpcasters, ...voucherUpcasters },
    ids: newId,
    logger,
  });
  return {
    databaseUrl,
    pool,
    dataSource,
    store,
    vault,
    blobs: createBlobStore({ pool, vault }),
    keyedHash: createKeyedHash(secrets.indexKey),
    receipts,
    journal,
    commands: createCommandRunner({ journal }),
    clock,
    logger,
    close: () => opened.close(),
  };
}

async function openStore({ databaseUrl, eventStoreUrl, eventStorePrefix, metrics, logger }: GroundOptions): Promise<EventStore> {
  const store = await openEventStore(
    {
      url: eventStoreUrl,
      databaseUrl,
      ...(eventStorePrefix === undefined ? {} : { prefix: eventStorePrefix }),
      ...(metrics === undefined ? {} : { onReconnect: countReconnects(metrics) }),
    },
    logger,
  );
  return metrics === undefined ? store : meteredEventStore(store, metrics);
}

async function connected(pool: Pool, url: string, opened: Opened): Promise<DataSource> {
  const dataSource = createDataSource({ url, entities, migrations });
  try {
    await assertWritable(pool);
    await dataSource.initialize();
  } catch (error) {
    throw new DatabaseUnreachable(error);
  }
  opened.closing(() => dataSource.destroy());
  return dataSource;
}

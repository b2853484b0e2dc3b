import type { TrustedLog } from '../../trust/trusted-log.js';
import { believingLog } from '../../trust/testing/believing-log.js';
import type { Pool } from 'pg';
import type { EventStore } from '../../event-store/event-store.js';
import { createPostgresEventStore } from '../../event-store/postgres/postgres-event-store.js';
import { LeaseKeeper } from '../../subscriptions/leases/lease.js';
import { Leases1763700300001 } from '../../subscriptions/leases/migrations/1763700300001-leases.js';
import { type Logger, silentLogger } from '../../../platform/logging/logger.js';
import { createPool } from '../../../platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { Projections1763700300002 } from '../migrations/1763700300002-projections.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { DoneTombstones1795000001700 } from '../migrations/1795000001700-done-tombstones.js';
import type { Projection, ReadYourWrites } from '../projection.js';
import { createReadYourWrites } from '../read-your-writes.js';
import { ProjectionRunner } from '../runner.js';
import { ProjectionSignals } from '../signals.js';
import {
  type CounterEvent,
  type CounterRow,
  counterJournal,
  counters,
  createCountersTable,
} from './counters.js';

export interface Infrastructure {
  readonly database: TestDatabase;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly log: TrustedLog;
  drop(): Promise<void>;
}

/** Creates a database that has the table of the example domain, and an event store. */
export async function createInfrastructure(extra: Function[] = []): Promise<Infrastructure> {
  const database = await createTestDatabase({
    migrations: [Leases1763700300001, Projections1763700300002, DoneTombstones1795000001700, ...extra],
    copied: true,
  });
  await createCountersTable(database.pool);
  const store = await createPostgresEventStore({ url: database.url });
  const drop = async (): Promise<void> => {
    await store.close();
    await database.drop();
  };
  return { database, pool: database.pool, store, log: believingLog(store), drop };
}

export interface TestBackend {
  readonly runner: ProjectionRunner<CounterRow, CounterEvent>;
  readonly leases: LeaseKeeper;
  readonly pool: Pool;
  readonly readYourWrites: ReadYourWrites;
  stop(): Promise<void>;
}

/** Starts everything that one backend process runs, with its own connections. */
export async function startBackend(
  infrastructure: Pick<Infrastructure, 'database'>,
  projection: Projection<CounterRow, CounterEvent> = counters(),
  logger: Logger = silentLogger,
  busy: () => boolean = () => false,
): Promise<TestBackend> {
  const pool = createPool(infrastructure.database.url, { connectWithinMs: scaledTimeout(5_000) });
  const store = await createPostgresEventStore({ url: infrastructure.database.url });
  const leases = new LeaseKeeper({ pool, logger });
  const signals = new ProjectionSignals({ url: infrastructure.database.url, logger });
  await signals.start();
  const runner = new ProjectionRunner({
    projection,
    log: believingLog(store),
    journal: counterJournal,
    pool,
    leases,
    signals,
    logger,
    busy,
  });
  runner.start();
  const readYourWrites = createReadYourWrites({
    pool,
    signals,
    projections: [projection],
    timeoutMs: scaledTimeout(2_000),
  });
  return {
    runner,
    leases,
    pool,
    readYourWrites,
    stop: async () => {
      await runner.stop();
      await signals.stop();
      await store.close();
      await pool.end();
    },
  };
}

export async function counterRow(
  pool: Pool,
  id: string,
): Promise<{ revision: number; total: number } | undefined> {
  const { rows } = await pool.query<{ revision: number; total: number }>(
    'SELECT revision, total_amount AS total FROM counters WHERE id = $1',
    [id],
  );
  return rows[0];
}

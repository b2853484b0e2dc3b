import { createTestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { event } from '../testing/contract-parts.js';
import { until } from '../../../testing/until.js';
import { eventStoreContract, type StoreUnderTest } from '../testing/contract.js';
import type { EventStore } from '../event-store.js';
import { createPostgresEventStore } from './postgres-event-store.js';

async function makeStore(): Promise<StoreUnderTest> {
  const database = await createTestDatabase();
  const opened: EventStore[] = [];
  const reopen = async (): Promise<EventStore> => {
    const store = await createPostgresEventStore({ url: database.url });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    breakConnections: async () => {
      await database.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    },
    slowDown: async () => {
      await database.pool.query(`
        CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(random() * 0.03); RETURN NULL; END $$;
        CREATE TRIGGER dawdle AFTER INSERT ON event_store.events EXECUTE FUNCTION dawdle();`);
    },
    destroy: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await database.drop();
    },
  };
}

eventStoreContract('PostgreSQL', makeStore);

describe('a subscription', () => {
  it('says again that it has seen all after the database was away, though nothing is new', async () => {
    const database = await createTestDatabase();
    const store = await createPostgresEventStore({ url: database.url });
    const told: string[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: async () => {},
      onCaughtUp: () => told.push('all seen'),
      onFault: () => told.push('fault'),
    });
    await until(() => told.at(-1) === 'all seen');
    for (let n = 0; n < 2; n += 1) {
      const back = await database.away();
      await until(() => told.at(-1) === 'fault');
      await back();
      await until(() => told.at(-1) === 'all seen');
    }
    await subscription.stop();
    await store.close();
    await database.drop();
  });
});

describe('a lost connection', () => {
  it('is counted when it is there again', async () => {
    const database = await createTestDatabase();
    let reconnects = 0;
    const store = await createPostgresEventStore({ url: database.url, onReconnect: () => (reconnects += 1) });
    await store.append('a-1', 'no-stream', [event('before')]);
    const connected = async (): Promise<number> => {
      const { rows } = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'siegel event signs'",
      );
      return rows.length;
    };
    for (let ended = 0; ended === 0; ) ended = await connected();
    expect(reconnects).toBe(0);
    await until(() => reconnects === 1);
    await store.close();
    await database.drop();
  });
});

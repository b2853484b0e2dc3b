import { createTestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { event } from '../testing/contract-parts.js';
import { until } from '../../../platform/testing/until.js';
import { eventStoreContract } from '../testing/contract.js';
import { createPostgresEventStore } from './postgres-event-store.js';
import { ORDER_LOCK } from './schema.js';
import { sessionName } from '../../../platform/postgres/session-name.js';
import { storeBehindProxy, TROUBLES_OF_A_DATABASE } from './testing/store-behind-proxy.js';

eventStoreContract('PostgreSQL', storeBehindProxy, TROUBLES_OF_A_DATABASE);

/** Key of an advisory lock that a test holds. The number is arbitrary. */
const GATE = 4_711;

describe('an append of this process', () => {
  it('reaches its subscribers without a poll of the log', async () => {
    const database = await createTestDatabase();
    const store = await createPostgresEventStore({ url: database.url });
    const seen: string[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (events) => Promise.resolve(void seen.push(...events.map(({ type }) => type))),
    });
    await store.append('a-1', 'no-stream', [event('first')]);
    await until(() => seen.length === 1);
    // From now on every poll has to wait. This includes a poll that the first event has requested but that
    // has not begun.
    const gate = await database.pool.connect();
    await gate.query('SELECT pg_advisory_lock($1)', [GATE]);
    await database.pool.query(`
      CREATE OR REPLACE FUNCTION event_store.bound() RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RAISE EXCEPTION 'nobody looks'; END $$`);
    await database.pool.query('NOTIFY event_store');
    await store.append('a-1', 0, [event('second'), event('third')]);
    await store.append('a-2', 'no-stream', [event('fourth')]);
    await until(() => seen.length === 4);
    const stopped = subscription.stop();
    gate.release(true);
    await stopped;
    await store.close();
    await database.drop();
  });

  it('reaches the subscribers for whom a user waits before others have begun', async () => {
    const database = await createTestDatabase();
    const store = await createPostgresEventStore({ url: database.url });
    const order: string[] = [];
    const subscriptions = ['other', 'awaited', 'another'].map((name) =>
      store.subscribe({
        after: undefined,
        isAwaited: name === 'awaited',
        onBatch: async () => {
          order.push(name);
          // The code after this `await` has to run before it is another subscriber's turn.
          await Promise.resolve();
          order.push(`${name} went on`);
        },
      }),
    );
    await store.append('a-1', 'no-stream', [event('first')]);
    await until(() => order.length === 6);
    order.length = 0;
    await store.append('a-1', 0, [event('second')]);
    await until(() => order.length === 6);
    expect(order.slice(0, 2)).toEqual(['awaited', 'awaited went on']);
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    await store.close();
    await database.drop();
  });

  it('is delivered once, even if a poll that began earlier finds it too', async () => {
    const database = await createTestDatabase();
    const store = await createPostgresEventStore({ url: database.url });
    const seen: string[] = [];
    const subscription = store.subscribe({
      after: undefined,
      onBatch: (events) => Promise.resolve(void seen.push(...events.map(({ position }) => position))),
    });
    await store.append('a-1', 'no-stream', [event('first')]);
    await until(() => seen.length === 1);
    await database.pool.query(`
      CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NULL; END $$;
      CREATE TRIGGER gate AFTER INSERT ON event_store.events EXECUTE FUNCTION gate()`);
    const locks = async (granted: boolean, mode: string): Promise<boolean> => {
      const { rows } = await database.pool.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted = $1 AND mode = $2 AND objid = ($3::bigint & 4294967295)::oid`,
        [granted, mode, ORDER_LOCK],
      );
      return rows.length > 0;
    };
    const gate = await database.pool.connect();
    try {
      await gate.query('SELECT pg_advisory_lock($1)', [GATE]);
      const appended = store.append('a-1', 0, [event('second')]);
      await until(() => locks(true, 'ShareLock'));
      await database.pool.query('NOTIFY event_store');
      await until(() => locks(false, 'ExclusiveLock'));
      await gate.query('SELECT pg_advisory_unlock($1)', [GATE]);
      await appended;
      await store.append('a-1', 1, [event('third')]);
      await until(() => seen.length >= 3);
    } finally {
      gate.release(true);
    }
    const late: string[] = [];
    const later = store.subscribe({
      after: undefined,
      onBatch: (events) => Promise.resolve(void late.push(...events.map(({ position }) => position))),
    });
    await until(() => late.length >= 3);
    expect([seen.length, late]).toEqual([3, seen]);
    await Promise.all([subscription.stop(), later.stop()]);
    await store.close();
    await database.drop();
  });

  it('is delivered in order and once, between the appends of other processes', async () => {
    const database = await createTestDatabase();
    const open = () => createPostgresEventStore({ url: database.url });
    const stores = [await open(), await open()];
    const seen = stores.map((): string[] => []);
    const subscriptions = stores.map((store, n) =>
      store.subscribe({
        after: undefined,
        onBatch: (events) => Promise.resolve(void seen[n]?.push(...events.map(({ position }) => position))),
      }),
    );
    const STREAMS = 8;
    const EVENTS = 25;
    await Promise.all(
      Array.from({ length: STREAMS }, async (_, stream) => {
        for (let n = 0; n < EVENTS; n += 1)
          await stores[stream % 2]?.append(`s-${stream}`, n === 0 ? 'no-stream' : n - 1, [event('e')]);
      }),
    );
    await until(() => seen.every(({ length }) => length >= STREAMS * EVENTS));
    const { rows } = await database.pool.query<{ position: string }>(
      'SELECT position::text FROM event_store.events ORDER BY events.position',
    );
    for (const positions of seen) expect(positions).toEqual(rows.map(({ position }) => position));
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });
});

describe('rows that another program wrote into the table', () => {
  it('are read byte for byte, even if they are not valid text', async () => {
    const database = await createTestDatabase();
    const written = [
      [0x7b, 0xff, 0x7d],
      [0xed, 0xa0, 0x80],
      [0x00],
      [0xef, 0xbb, 0xbf, 0x7b],
      [0xe2, 0x82, 0xac],
      [],
    ];
    const store = await createPostgresEventStore({ url: database.url });
    for (const [revision, bytes] of written.entries())
      await store.append(`a-${revision}`, 'no-stream', [
        { ...event('x'), data: Buffer.from(bytes), metadata: Buffer.from(bytes) },
      ]);
    await store.close();
    const reopened = await createPostgresEventStore({ url: database.url });
    const read: number[][] = [];
    // Reads first one row at a time and then all rows together. A page is read as text if all its rows are
    // valid text, and otherwise as bytes.
    for (const batchSize of [1, 100])
      for await (const { events } of reopened.readAll({ after: undefined, batchSize }))
        for (const { data, metadata } of events) {
          expect([...metadata]).toEqual([...data]);
          read.push([...data]);
        }
    expect(read).toEqual([...written, ...written]);
    await reopened.close();
    await database.drop();
  });
});

describe('a lost connection', () => {
  it('is counted when it is restored', async () => {
    const database = await createTestDatabase();
    let reconnects = 0;
    const store = await createPostgresEventStore({ url: database.url, onReconnect: () => (reconnects += 1) });
    await store.append('a-1', 'no-stream', [event('before')]);
    const lose = (): Promise<unknown> =>
      database.pool.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
        [sessionName('event signs')],
      );
    // If a connection is lost before the store listens on it, its restoration is not counted. So connections
    // are cut until one restoration is counted.
    await until(async () => {
      if (reconnects === 0) await lose();
      return reconnects > 0;
    });
    await store.close();
    await database.drop();
  });
});

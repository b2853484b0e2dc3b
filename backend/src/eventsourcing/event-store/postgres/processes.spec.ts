import { join } from 'node:path';
import { type Child, runTypeScript } from '../../../platform/testing/typescript-child.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { event, events, readEverything } from '../testing/contract-parts.js';
import { until } from '../../../platform/testing/until.js';
import type { EventStore } from '../event-store.js';
import { createPostgresEventStore } from './postgres-event-store.js';

describe('several processes on one event store', () => {
  let database: TestDatabase;
  let store: EventStore;
  const children: Child[] = [];
  const writer = (name: string, own: number, all: number): Child => {
    const child = runTypeScript(
      join(__dirname, 'testing/writer.main.ts'),
      database.url,
      name,
      String(own),
      String(all),
    );
    children.push(child);
    return child;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    store = await createPostgresEventStore({ url: database.url });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill('SIGKILL');
    await store.close();
    await database.drop();
  });

  it('see everything in the same order, without losses or duplicates', async () => {
    const pair = [writer('one', 120, 240), writer('two', 120, 240)];
    const orders = await Promise.all(
      pair.map(async (child) => {
        expect([await child.line(), await child.line()]).toEqual(['ready', 'written']);
        return child.line();
      }),
    );
    const log = (await readEverything(store)).map((stored) => `${stored.stream}/${stored.revision}`);
    expect(new Set(log).size).toBe(240);
    expect(orders).toEqual([log.join(' '), log.join(' ')]);
  });

  it('are not delayed by a stopped process, which catches up when it continues', async () => {
    const child = writer('one', 400, 500);
    expect(await child.line()).toBe('ready');
    await until(() => child.process.pid !== undefined);
    child.process.kill('SIGSTOP');
    let seen = 0;
    const subscription = store.subscribe({
      after: undefined,
      streamPrefixes: ['mine-'],
      onBatch: async (batch) => {
        seen += batch.length;
        await Promise.resolve();
      },
    });
    for (let n = 0; n < 100; n++) await store.append(`mine-${n}`, 'no-stream', [event(`mine${n}`)]);
    await until(() => seen === 100);
    await subscription.stop();
    child.process.kill('SIGCONT');
    expect(await child.line()).toBe('written');
    expect((await child.line()).split(' ')).toHaveLength(500);
  });

  it('leave only whole appends behind, even if one is killed', async () => {
    const child = writer('one', 4_000, 4_000);
    expect(await child.line()).toBe('ready');
    await until(async () => (await store.head()) !== undefined);
    await child.kill('SIGKILL');
    await store.append('mine-1', 'no-stream', events(3, 'mine'));
    const log = await readEverything(store);
    const perStream = new Map<string, number[]>();
    for (const stored of log)
      perStream.set(stored.stream, [...(perStream.get(stored.stream) ?? []), stored.revision]);
    for (const revisions of perStream.values()) expect(revisions).toEqual(revisions.map((_, n) => n));
  });
});

describe('a long transaction of another client', () => {
  it('does not stall the log', async () => {
    const database = await createTestDatabase();
    const store = await createPostgresEventStore({ url: database.url });
    const elsewhere = await database.pool.connect();
    await elsewhere.query('CREATE TABLE slow (n int)');
    await elsewhere.query(
      'BEGIN ISOLATION LEVEL REPEATABLE READ; INSERT INTO slow VALUES (1); SELECT count(*) FROM event_store.events',
    );
    let seen = 0;
    const subscription = store.subscribe({
      after: undefined,
      onBatch: async (batch) => {
        seen += batch.length;
        await Promise.resolve();
      },
    });
    await store.append('a-1', 'no-stream', events(5, 'e'));
    await until(() => seen === 5);
    await elsewhere.query('ROLLBACK');
    elsewhere.release();
    await subscription.stop();
    await store.close();
    await database.drop();
  });
});

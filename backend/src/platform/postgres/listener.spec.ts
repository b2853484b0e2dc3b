import { Client } from 'pg';
import { freePort } from '../embedded-postgres/free-port.js';
import { Listener, type ListenerOptions } from './listener.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';
import { scaledTimeout } from '../testing/scaled-timeout.js';
import { until } from '../testing/until.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const notify = (payload: string) => database.pool.query("SELECT pg_notify('news', $1)", [payload]);
const NAME = 'a listener of the tests';
const connections = async (): Promise<number> =>
  (await database.pool.query('SELECT 1 FROM pg_stat_activity WHERE application_name = $1', [NAME]))
    .rowCount ?? 0;
const terminate = () =>
  database.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
    NAME,
  ]);

/**
 * Creates a listener, and arrays that record the calls of the listener's callbacks. The listener is stopped
 * at the end of the test.
 */
function made(options: Partial<ListenerOptions> = {}) {
  const heard: string[] = [];
  const began: boolean[] = [];
  const lost: [unknown, number][] = [];
  const listener = new Listener({
    connection: { connectionString: database.url, application_name: NAME },
    channel: 'news',
    onNotification: (payload) => heard.push(payload),
    onListening: (_, again) => began.push(again),
    onLost: (error, failures) => lost.push([error, failures]),
    reconnectMs: [20],
    ...options,
  });
  running.push(listener);
  return { listener, heard, began, lost };
}
async function listening(options: Partial<ListenerOptions> = {}) {
  const one = made(options);
  await one.listener.start();
  return one;
}
const running: Listener[] = [];
afterEach(async () => {
  for (const listener of running.splice(0)) await listener.stop();
  await until(async () => (await connections()) === 0);
});

describe('a listener', () => {
  it("receives other connections' notifications, and their sender", async () => {
    const senders: number[] = [];
    const { listener, began } = await listening({ onNotification: (_, sender) => senders.push(sender) });
    expect(began).toEqual([false]);
    await listener.connection?.query("SELECT pg_notify('news', '')");
    const { rows } = await listener.connection!.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await notify('one');
    await until(() => senders.length === 2);
    expect(senders[0]).toBe(rows[0]?.pid);
    expect(senders[1]).not.toBe(rows[0]?.pid);
  });

  it('knows whether another listener is on the same channel, no matter on which connection', async () => {
    const signs = { everyMs: 20, silenceMs: scaledTimeout(500) };
    const { listener: one, heard } = await listening({ signs });
    expect(one.isAlone).toBe(false);
    await until(() => one.isAlone);
    const { listener: other } = await listening({ signs });
    await until(() => !one.isAlone && !other.isAlone);
    await listening({ signs, channel: 'others' });
    await other.stop();
    await until(() => one.isAlone);
    // A listener that has just reconnected does not count as alone at once. While it was disconnected, it may
    // have missed the signs of life of a new listener.
    await terminate();
    await until(() => !one.isAlone);
    await until(() => one.isAlone);
    expect(heard).toEqual([]);
  });

  it('sends signs of life that an older program reads as a message without content', async () => {
    const older = new Client({ connectionString: database.url });
    const heard: (string | undefined)[] = [];
    older.on('notification', ({ payload }) => heard.push(payload));
    await older.connect();
    await older.query('LISTEN news');
    await listening({ signs: { everyMs: 20 } });
    await until(() => heard.length > 0);
    await older.end();
    expect(JSON.parse(heard[0] ?? '')).toEqual([expect.stringMatching(/^listens /)]);
  });

  it('never considers itself alone if it sends no signs of life', async () => {
    const { listener: one } = await listening();
    const signs = { everyMs: 20, silenceMs: 0 };
    const { listener: other } = await listening({ signs });
    await until(() => other.isAlone);
    expect(one.isAlone).toBe(false);
  });

  it('notifies in order, and reconnects if the server refuses', async () => {
    const { heard, listener, lost } = await listening();
    await Promise.all(['one', 'two', 'three'].map((payload) => listener.notify(payload)));
    await until(() => heard.length === 3);
    expect(heard).toEqual(['one', 'two', 'three']);
    await listener.notify('x'.repeat(9_000));
    expect(lost).toHaveLength(1);
    await until(() => listener.connection !== undefined);
    await listener.notify('four');
    await until(() => heard.includes('four'));
  });

  it('listens again on a new connection after a cut, and receives notifications again', async () => {
    const { listener, heard, began, lost } = await listening();
    for (const round of [1, 2, 3]) {
      const before = listener.connection;
      await terminate();
      await until(() => began.length === round + 1);
      expect(listener.connection).not.toBe(before);
      await notify(`round ${round}`);
      await until(() => heard.includes(`round ${round}`));
    }
    expect(began).toEqual([false, true, true, true]);
    // Each success resets the count of failures.
    expect(lost.map(([, failures]) => failures)).toEqual([1, 1, 1]);
    expect(lost[0]?.[0]).toMatchObject({ code: '57P01' });
    expect(await connections()).toBe(1);
  });

  it('offers no connection between a loss and the next successful connection', async () => {
    const { listener } = await listening({ reconnectMs: [60_000] });
    expect(listener.connection).toBeInstanceOf(Client);
    await terminate();
    await until(() => listener.connection === undefined);
  });

  it('starts even if no server answers, and retries at growing intervals', async () => {
    const port = await freePort();
    // The spy records the requested delays. The real delays are not measured, because timers can fire late on
    // a busy machine.
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const { lost } = await listening({
      connection: { connectionString: `postgres://a:b@127.0.0.1:${port}/c` },
      reconnectMs: [11, 41, 81],
    });
    expect(lost).toHaveLength(1);
    await until(() => lost.length === 5);
    const waits = timers.mock.calls.map(([, ms]) => ms);
    timers.mockRestore();
    expect(waits.filter((ms) => [11, 41, 81].includes(ms ?? 0))).toEqual([11, 41, 81, 81, 81]);
  });

  it('gives up connections whose preparation fails, and is ready with the first whose preparation succeeds', async () => {
    let tries = 0;
    const prepared: (Client | undefined)[] = [];
    const { listener, began, lost } = await listening({
      prepare: async (client) => {
        tries += 1;
        if (tries < 3) throw new Error(`no ${tries}`);
        await client.query('SELECT 1');
        prepared.push(client);
      },
    });
    await until(() => began.length === 1);
    expect(lost.map(([error, failures]) => [(error as Error).message, failures])).toEqual([
      ['no 1', 1],
      ['no 2', 2],
    ]);
    expect(prepared).toEqual([listener.connection]);
  });

  it('replaces a connection that a caller reported as useless, but only once', async () => {
    const { listener, began } = await listening();
    const useless = listener.connection!;
    listener.giveUp(useless, new Error('no answer'));
    listener.giveUp(useless, new Error('no answer'));
    await until(() => began.length === 2);
    await until(async () => (await connections()) === 1);
  });

  describe('that was stopped makes no more calls', () => {
    const quiet = async ({ listener, heard, began, lost }: ReturnType<typeof made>): Promise<void> => {
      const before = { began: began.length, lost: lost.length };
      await listener.stop();
      await notify('late');
      // Allowed: only time shows that nothing more arrives.
      await new Promise((resolve) => setTimeout(resolve, scaledTimeout(100)));
      expect({ heard, began: began.length, lost: lost.length }).toEqual({ heard: [], ...before });
      expect(listener.connection).toBeUndefined();
      expect(await connections()).toBe(0);
    };

    it('while it listened', async () => quiet(await listening({ reconnectMs: [1] })));

    it('while its connection was prepared', async () => {
      let prepare = (): void => undefined;
      const preparing = new Promise<void>((resolve) => (prepare = resolve));
      const one = made({ prepare: () => preparing });
      const started = one.listener.start();
      await until(async () => (await connections()) === 1);
      await one.listener.stop();
      prepare();
      await started;
      expect(one.began).toEqual([]);
      await quiet(one);
    });

    it('while it waited to connect again', async () => {
      const one = await listening({ reconnectMs: [50] });
      await terminate();
      await until(() => one.lost.length === 1);
      await quiet(one);
    });
  });

  it('may be started again', async () => {
    const { listener, heard } = await listening();
    await listener.stop();
    await listener.start();
    await listener.start();
    await notify('again');
    await until(() => heard.length === 1);
    expect(await connections()).toBe(1);
  });
});

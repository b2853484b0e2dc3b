import { silentLogger } from '../../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { until } from '../../../platform/testing/until.js';
import { type Proxy, startProxy } from '../../reactions/testing/proxy.js';
import { Signals } from './signals.js';
import { onlyInAll } from '../../../platform/testing/only-in-all.js';

/** Longer than the delay of notifications, shorter than any time limit of a connection. */
const SOON_MS = 500;
/** Longer than the test takes. */
const LONG_MS = scaledTimeout(60_000);

describe('Signals', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  // Each test has its own proxy: late traffic on a connection of the test before would be counted here.
  beforeEach(async () => {
    proxy = await startProxy(database.url);
  });
  afterEach(() => proxy.close());

  onlyInAll.it('are sent again after a notification was swallowed on the way', async () => {
    let heard = 0;
    const count = { onNotification: () => void (heard += 1), onReconnect: () => undefined };
    const quiet = { onNotification: () => undefined, onReconnect: () => undefined };
    const [sender, listener] = [
      new Signals(proxy.url, quiet, silentLogger),
      new Signals(database.url, count, silentLogger),
    ];
    const hear = async (): Promise<void> => {
      const before = heard;
      await until(() => {
        sender.notify();
        return heard > before;
      });
    };
    try {
      await hear();
      proxy.freeze();
      sender.notify();
      await until(() => proxy.swallowed() > 0);
      // The next notification finds the way open, while the answer to the first never comes.
      proxy.mend();
      await hear();
    } finally {
      await Promise.all([sender.close(), listener.close()]);
    }
  });

  it('wait for the answer to the notification under way, and not for a time', async () => {
    let isConnected = false;
    const listeners = { onNotification: () => void (isConnected = true), onReconnect: () => undefined };
    // A sender that gives up waiting for an answer would connect again and ask again.
    const sender = new Signals(proxy.url, listeners, silentLogger, LONG_MS);
    const timers = jest.spyOn(globalThis, 'setTimeout');
    try {
      await until(() => isConnected);
      proxy.freeze();
      timers.mockClear();
      for (let appended = 0; appended < 100; appended += 1) {
        sender.notify();
        // Long enough for a notification that does not wait to be sent or delayed.
        await database.pool.query('SELECT 1');
      }
      // A sign of life may have been under way already, with its answer swallowed: then nothing was sent
      // after it.
      expect(proxy.unanswered()).toBe(1);
      expect(timers.mock.calls.filter(([, ms = 0]) => ms < SOON_MS)).toEqual([]);
    } finally {
      timers.mockRestore();
      proxy.mend();
      await sender.close();
    }
  });
});

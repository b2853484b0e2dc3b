import { silentLogger } from '../../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { until } from '../../../platform/testing/until.js';
import { type Proxy, startProxy } from '../../reactions/testing/proxy.js';
import { Signals } from './signals.js';
import { onlyInAll } from '../../../platform/testing/only-in-all.js';

/** Longer than any delay of a notification, and shorter than any time limit of a connection. */
const SOON_MS = 500;
/** Longer than the test runs. */
const LONG_MS = scaledTimeout(60_000);

describe('Signals', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  // Each test has its own proxy. Otherwise late traffic on the previous test's connection would be counted
  // here.
  beforeEach(async () => {
    proxy = await startProxy(database.url);
  });
  afterEach(() => proxy.close());

  onlyInAll.it('are sent again after the network has swallowed a notification', async () => {
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
      // The network now lets the next notification through. The response to the swallowed notification never
      // arrives.
      proxy.mend();
      await hear();
    } finally {
      await Promise.all([sender.close(), listener.close()]);
    }
  });

  it('wait for the answer to the notification under way, and not for a fixed time', async () => {
    let isConnected = false;
    const listeners = { onNotification: () => void (isConnected = true), onReconnect: () => undefined };
    // With a shorter limit, the sender would stop waiting for the response, connect again and send again.
    const sender = new Signals(proxy.url, listeners, silentLogger, LONG_MS);
    const timers = jest.spyOn(globalThis, 'setTimeout');
    try {
      await until(() => isConnected);
      proxy.freeze();
      timers.mockClear();
      for (let appended = 0; appended < 100; appended += 1) {
        sender.notify();
        // This query takes long enough that the next notification would be sent or scheduled if the sender
        // did not wait for the response.
        await database.pool.query('SELECT 1');
      }
      // The one unanswered message may be a sign of life that was already under way. In that case no
      // notification was sent after it.
      expect(proxy.unanswered()).toBe(1);
      expect(timers.mock.calls.filter(([, ms = 0]) => ms < SOON_MS)).toEqual([]);
    } finally {
      timers.mockRestore();
      proxy.mend();
      await sender.close();
    }
  });
});

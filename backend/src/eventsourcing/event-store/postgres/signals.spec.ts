import { silentLogger } from '../../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { until } from '../../../testing/until.js';
import { type Proxy, startProxy } from '../../reactions/testing/proxy.js';
import { Signals } from './signals.js';

describe('Signals', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  it('are sent again after a notification was swallowed on the way', async () => {
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
      // What is sent next finds the way open, while the answer to the first never comes.
      proxy.mend();
      await hear();
    } finally {
      await Promise.all([sender.close(), listener.close()]);
    }
  });
});

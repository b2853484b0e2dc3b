import { type Proxy, startProxy } from '#src/eventsourcing/reactions/testing/proxy';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { type BuiltBackend, launch, ready, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { signature } from '../steps/samples.js';
import { create } from '../steps/steps.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { createServiceDatabase } from '../backend/service-database.js';

describe('a stop ends with exit code 0 although the database hangs', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let data: TestDataDir;
  let backend: BuiltBackend;
  beforeEach(async () => {
    [database, data] = [await createServiceDatabase(), await testDataDir()];
    proxy = await startProxy(database.url);
    const env = { DATABASE_URL: proxy.url, DATA_DIR: data.path };
    backend = await ready(launch(await freePort(), env, [], { haste: 0.4 }));
  });
  afterEach(async () => {
    await backend.end('SIGKILL');
    await proxy.close();
    await data.remove();
    await database.drop();
  });

  const sign = (id: string, browser = backend.browser()) =>
    browser.post(`/api/ndas/${id}/sign`).send({ partyNumber: '1', signature: signature(1) });

  it.each([
    // Two appends occupy the connections for appends and wait for the lock. Two more appends wait for one of
    // these connections.
    ['writing', 'event_store.events IN SHARE MODE'],
    // With these locks, the commands already wait when they read.
    ...(isLongRun() ? [['reading', 'event_store.events, ndas, vault_keys IN ACCESS EXCLUSIVE MODE']] : []),
  ])('and commands wait while they are %s', async (_, lock) => {
    const browser = backend.browser();
    const ids = [await create(browser), await create(browser), await create(browser), await create(browser)];
    const holder = await database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${lock}`);
      await Promise.all(ids.map((id) => sign(id, browser).expect(503)));
      // The statements keep waiting, because the tables stay locked.
      expect(await backend.end('SIGTERM')).toBe(0);
    } finally {
      holder.release(true);
    }
  });

  it('and does not answer any more, not even when a connection is closed', async () => {
    await create(backend.browser());
    proxy.freeze();
    expect(await backend.end('SIGTERM')).toBe(0);
  });
});

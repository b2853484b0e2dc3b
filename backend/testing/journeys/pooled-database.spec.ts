import { PooledByTransaction } from '#src/platform/postgres/real-sessions';
import { type Pooler, startPooler } from '#src/platform/postgres/testing/pooler';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import { create, payByCard, read, signedByBoth } from '../steps/steps.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { startTestBackend, testSecrets } from '../backend/test-backend.js';

/** The service behind a pooler of PostgreSQL (rule:real-sessions). */
describe('a service behind a pooler', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  afterEach(async () => {
    jest.restoreAllMocks();
    await pooler.close();
    await database.drop();
  });

  const start = async (mode: Pooler['mode']) => {
    pooler = await startPooler(database.url, mode);
    return startTestBackend({ on: { database: { ...database, url: pooler.url }, secrets: testSecrets() } });
  };

  it('does not start if the pooler gives each transaction to another session, and changes nothing', async () => {
    database = await createTestDatabase();
    await expect(start('transaction')).rejects.toBeInstanceOf(PooledByTransaction);
    const { rows } = await database.pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
    expect(rows).toEqual([]);
  });

  it('does not start if the pooler refuses the settings of an append, and says what to do', async () => {
    database = await createTestDatabase();
    pooler = await startPooler(database.url, 'session');
    pooler.refused = ['options'];
    const on = { database: { ...database, url: pooler.url }, secrets: testSecrets() };
    await expect(startTestBackend({ on })).rejects.toThrow(
      /^The database cannot be used: unsupported startup parameter: options\. .*ignore_startup_parameters/,
    );
  });

  it('works with real sessions, and is not ready any more as soon as they end', async () => {
    database = await createServiceDatabase();
    const backend = await start('session');
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await until(async () => (await read(browser, id)).status === 'sent');
    const readiness = async () =>
      (await (await fetch(`${backend.backend.address}/health/ready`)).json()) as object;
    await until(async () => 'status' in (await readiness()));
    expect(await readiness()).toMatchObject({ status: 'up' });
    pooler.mode = 'transaction';
    await create(browser).catch(() => undefined);
    // The check of the sessions runs at most once in five seconds.
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
    await until(async () => JSON.stringify(await readiness()).includes('"database":"down"'));
    expect(await readiness()).toMatchObject({ status: 'down' });
    pooler.mode = 'session';
    await backend.stop();
  });
});

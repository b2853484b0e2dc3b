import { PooledByTransaction } from '#src/platform/postgres/real-sessions';
import { type Pooler, startPooler } from '#src/platform/postgres/testing/pooler';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import { create, payByCard, read, signedByBoth } from '../steps/steps.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';

/** Tests the service with a connection pooler in front of PostgreSQL (rule:real-sessions). */
describe('a service behind a pooler', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let serving: TestBackend | undefined;
  afterEach(async () => {
    jest.restoreAllMocks();
    pooler.mode = 'session';
    await serving?.stop();
    serving = undefined;
    await pooler.close();
    await database.drop();
  });

  const start = async (mode: Pooler['mode'], refused: readonly string[] = []): Promise<TestBackend> => {
    pooler = await startPooler(database.url, mode);
    pooler.refused = refused;
    return startTestBackend({ on: { database: { ...database, url: pooler.url }, secrets: testSecrets() } });
  };
  /** Returns the error of a start; undefined if the backend starts. */
  const refusal = (...how: Parameters<typeof start>): Promise<unknown> =>
    start(...how).then(
      (backend) => backend.stop(),
      (error: unknown) => error,
    );

  it('does not start if the pooler gives each transaction to another session, and changes nothing', async () => {
    database = await createTestDatabase();
    expect(await refusal('transaction')).toBeInstanceOf(PooledByTransaction);
    const { rows } = await database.pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
    expect(rows).toEqual([]);
  });

  it('does not start if the pooler refuses the settings of an append, and says what to do', async () => {
    database = await createTestDatabase();
    const error = await refusal('session', ['options']);
    expect(error instanceof Error && error.message).toMatch(
      /^The database cannot be used: unsupported startup parameter: options\. .*ignore_startup_parameters/,
    );
  });

  it('works with real sessions, and is not ready any more as soon as they end', async () => {
    database = await createServiceDatabase();
    const backend = (serving = await start('session'));
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await until(async () => (await read(browser, id)).status === 'sent');
    const readiness = async () =>
      (await (await fetch(`${backend.backend.address}/health/ready`)).json()) as {
        readonly status: string;
        readonly checks: Readonly<Record<string, string>>;
      };
    await until(async () => (await readiness()).status === 'up');
    pooler.mode = 'transaction';
    await create(browser).catch(() => undefined);
    // Moves the clock forward, because the service checks its sessions at most once in five seconds.
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
    await until(async () => (await readiness()).checks['database'] === 'down');
    expect((await readiness()).status).toBe('down');
  });
});

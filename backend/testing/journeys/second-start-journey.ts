import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import { create, read } from '../steps/steps.js';
import { startTestBackend, testSecrets, type TestBackend } from '../backend/test-backend.js';

/**
 * The position that earlier releases stored as a checkpoint if a subscription found no event on a server
 * older than 24.10.5.
 */
const NOWHERE = '18446744073709551615';

/**
 * Tests three starts, after each of which the backend must serve. The first start is on a store without our
 * events, and a second start follows. Before the third start, the checkpoints have a position that does not
 * exist, as an earlier release stored it.
 */
export function secondStartJourney(
  store: string,
  environment: () => Promise<Readonly<Record<string, string>>>,
): void {
  describe(`a start on an empty store, with its events in ${store}`, () => {
    let database: TestDatabase;
    let env: Readonly<Record<string, string>>;
    const secrets = testSecrets();
    beforeAll(async () => {
      [database, env] = [await createTestDatabase(), await environment()];
    });
    afterAll(() => database.drop());

    const start = async (): Promise<TestBackend> => {
      const backend = await startTestBackend({ env, on: { database, secrets } });
      await until(async () => (await backend.browser().get('/health/ready')).status === 200);
      return backend;
    };

    it('can be followed by a second one', async () => {
      await (await start()).stop();
      await (await start()).stop();
    });

    it('can be followed by one that repairs the checkpoints of an earlier release, and misses no event', async () => {
      const { rowCount } = await database.pool.query('UPDATE checkpoints SET position = $1', [NOWHERE]);
      expect(rowCount).toBeGreaterThan(0);
      const backend = await start();
      try {
        const browser = backend.browser();
        const id = await create(browser);
        expect((await read(browser, id)).status).toBe('draft');
        await until(
          async () =>
            (
              await database.pool.query("SELECT FROM checkpoints WHERE name = 'ndas' AND position <> $1", [
                NOWHERE,
              ])
            ).rowCount === 1,
        );
      } finally {
        await backend.stop();
      }
      await (await start()).stop();
    });
  });
}

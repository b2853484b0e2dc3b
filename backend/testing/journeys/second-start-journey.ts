import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import { create, read } from '../steps/steps.js';
import { startTestBackend, testSecrets, type TestBackend } from '../backend/test-backend.js';

/** What releases stored where a subscription had come to nothing, on servers before 24.10.5. */
const NOWHERE = '18446744073709551615';

/**
 * A first start on a store without one event of ours, then a second one, and one after a release that stored
 * checkpoints of nowhere: each of them serves.
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

    it('is followed by a second one', async () => {
      await (await start()).stop();
      await (await start()).stop();
    });

    it('is followed by one that heals what an earlier release stored, and misses nothing', async () => {
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, signedByBoth } from '../../testing/steps/steps.js';
import { startTestBackend } from '../../testing/backend/test-backend.js';
import { sessionName } from '../platform/postgres/session-name.js';

const OPERATIONS = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
const promised = Number(/at most (\d+) connections to PostgreSQL/.exec(OPERATIONS)?.[1]);

it('a backend opens no more connections than its documentation says, no matter how many requests arrive at once', async () => {
  const test = await startTestBackend();
  const { pool } = test.database;
  let most = 0;
  let over = false;
  const watch = async (): Promise<void> => {
    while (!over) {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'siegel/%' AND application_name <> $1`,
        [sessionName('tool')],
      );
      most = Math.max(most, rows[0]?.count ?? 0);
    }
  };
  const watched = watch();
  const browsers = Array.from({ length: 40 }, () => test.browser());
  await Promise.all(browsers.map((browser, n) => (n % 4 === 0 ? signedByBoth(browser) : create(browser))));
  over = true;
  await watched;
  await test.stop();
  expect(most).toBeGreaterThan(15);
  expect(most).toBeLessThanOrEqual(promised);
});

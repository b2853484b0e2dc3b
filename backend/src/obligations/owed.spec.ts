import { OBLIGATION_KINDS } from '@siegel/contracts/enums';
import type { Pool, PoolClient } from 'pg';
import { otherObligationQueries } from '../app/other-obligation-queries.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { NOTHING_ENDED } from '../closed-streams/ended-obligations.js';
import { Owed } from './owed.js';

let bench: TestInfrastructure;
let client: PoolClient;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  client = await bench.infrastructure.pool.connect();
});
afterAll(async () => {
  client.release();
  await bench.stop();
});

const owed = (days: number): Owed =>
  new Owed(
    client as unknown as Pool,
    bench.clock,
    otherObligationQueries({ voucherDays: days, withdrawalDays: days }),
    () => NOTHING_ENDED,
  );
/**
 * Returns one number for each prepared statement that reads pages of obligations: how often this connection
 * has executed it.
 */
const plans = async (): Promise<number[]> =>
  (
    await client.query<{ plans: number }>(
      `SELECT (generic_plans + custom_plans)::integer AS plans FROM pg_prepared_statements WHERE name LIKE 'owed-page-%'`,
    )
  ).rows.map((row) => row.plans);

it('a page of obligations is read by one prepared statement of the connection, whatever the filters', async () => {
  const one = owed(30);
  await one.page(1, 20, OBLIGATION_KINDS);
  await one.page(2, 5, ['refund'], '01930000-0000-7000-8000-00000000beef');
  expect(await plans()).toEqual([2]);
});

it('another retention in days means another statement on the same connection', async () => {
  await owed(31).page(1, 20, OBLIGATION_KINDS);
  await owed(32).page(1, 20, OBLIGATION_KINDS);
  expect((await plans()).length).toBeGreaterThanOrEqual(2);
});

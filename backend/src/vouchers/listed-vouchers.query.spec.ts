import { VOUCHER_STATES } from '@siegel/contracts/enums';
import { VOUCHER_PAGE_SIZE } from '@siegel/contracts/limits';
import type { Pool, PoolClient } from 'pg';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { ListVouchers, ListVouchersHandler } from './listed-vouchers.query.js';

let bench: TestInfrastructure;
let client: PoolClient;
let handler: ListVouchersHandler;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  const { pool, journal, keyedHash, searchKeys, clock } = bench.infrastructure;
  client = await pool.connect();
  handler = new ListVouchersHandler(client as unknown as Pool, journal, keyedHash, searchKeys, clock);
});
afterAll(async () => {
  client.release();
  await bench.stop();
});

const WISH = { page: 1, pageSize: VOUCHER_PAGE_SIZE, search: undefined, status: undefined };
const ask = (query: Partial<ListVouchers['query']> = {}) =>
  handler.execute(new ListVouchers({ ...WISH, ...query }));
/** Returns the names of the connection's prepared statements. */
const kept = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `SELECT name FROM pg_prepared_statements WHERE name LIKE 'voucher%' ORDER BY name`,
    )
  ).rows.map(({ name }) => name);

it('the first page uses prepared statements; other pages use one only for the count', async () => {
  for (const page of [1, 2, 3]) await ask({ page });
  await ask({ pageSize: VOUCHER_PAGE_SIZE + 1 });
  expect(await kept()).toEqual(['voucher-total-all', 'vouchers-first-all']);
});

it('each state has its own statements, whatever the time', async () => {
  for (const status of [...VOUCHER_STATES, ...VOUCHER_STATES]) {
    await ask({ status });
    bench.clock.advance(1000);
  }
  const names = ['all', ...VOUCHER_STATES].toSorted();
  expect(await kept()).toEqual([
    ...names.map((name) => `voucher-total-${name}`),
    ...names.map((name) => `vouchers-first-${name}`),
  ]);
});

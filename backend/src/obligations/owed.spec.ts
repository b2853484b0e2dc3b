import { OBLIGATION_KINDS } from '@siegel/contracts/enums';
import type { Pool, PoolClient } from 'pg';
import { otherObligationQueries } from '../app/other-obligation-queries.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { type EndedFacts, NOTHING_ENDED } from '../closed-streams/ended-obligations.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
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

const owed = (days: number, ended: EndedFacts = NOTHING_ENDED): Owed =>
  new Owed(
    client as unknown as Pool,
    bench.clock,
    otherObligationQueries({ voucherDays: days, withdrawalDays: days }),
    () => ended,
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

it('an obligation that a person closed in an ended stream is over in this stream only', async () => {
  const ndaId = await bench.nda(
    oneOfEachCommand.SignAsParty1,
    { type: 'RequestPayment', party: 1, provider: 'sandbox' },
    {
      type: 'RecordPaymentSuccess',
      party: 1,
      attempt: 1,
      paymentIntentId: 'pi_1',
      amount: 250,
      currency: 'EUR',
      provider: 'sandbox',
      cardLastDigits: null,
    },
  );
  await readModelsOf(bench.infrastructure);
  const refunds = async (over: EndedFacts['over'] = {}) =>
    (await owed(33, { ...NOTHING_ENDED, over }).page(1, 20, ['refund'])).items.map(({ id }) => id);
  const [about = '', ...others] = await refunds();
  expect(others).toEqual([]);
  expect(await refunds({ 'withdrawal-1': { [about]: true }, 'nda-1': { [about]: true } })).toEqual([about]);
  expect(await refunds({ [ndaStream(ndaId)]: { [about]: true } })).toEqual([]);
});

import { orderNumber } from '@siegel/contracts/payments/order-number';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { RecordedTampering } from '../../platform/tampering/testing/recorded-tampering.js';
import { readModelsOf } from '../../../testing/backend/read-models.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { CurrentNdas } from '../current-ndas.js';
import { findOrder } from './find-order.js';

const { SignAsParty1, RequestPayment, ApplyVoucher } = oneOfEachCommand;

describe('the order that a text names', () => {
  let bench: TestInfrastructure;
  let find: ReturnType<typeof findOrder>;
  const tampering = new RecordedTampering();
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    const { pool } = bench.infrastructure;
    find = findOrder({ pool, ndas: new CurrentNdas(bench.infrastructure), tampering });
  });
  afterAll(() => bench.stop());
  beforeEach(() => {
    tampering.all.length = 0;
  });
  const sql = (text: string, ...values: string[]) => bench.infrastructure.pool.query(text, values);
  const paid = async (): Promise<string> => {
    const id = await bench.nda(SignAsParty1, RequestPayment, ApplyVoucher);
    await readModelsOf(bench.infrastructure);
    return id;
  };

  it('is found for either party by its number, and for Party 1 by the id, in any spelling', async () => {
    const id = await paid();
    const known = { ndaId: id, currency: 'EUR', performed: false };
    const first = { ...known, party: 1, amount: 0, kept: 0, paidAt: bench.clock.now().toISOString() };
    expect(await find(`Bestellung ${orderNumber(id, 1).toLowerCase()}, bitte`)).toEqual(first);
    expect(await find(`https://siegel.example/nda/${id.toUpperCase()}`)).toEqual(first);
    const second = { ...known, party: 2, amount: null, kept: null, paidAt: null };
    expect(await find(orderNumber(id, 2))).toEqual(second);
    for (const nothing of ['', 'meine Bestellung', 'S-AAAAAAAAAA', '01930000-0000-7000-8000-00000000dead'])
      expect(await find(nothing)).toBeUndefined();
    expect(tampering.all).toEqual([]);
  });

  it('has the payment that its stream records, whatever its row says', async () => {
    const id = await paid();
    const before = await find(id);
    await sql(
      `UPDATE ndas SET status = 'sent', state = jsonb_set(state, '{payments,1}', state #> '{payments,1}' ||
         '{"amount": 99900, "paidAt": "2026-01-01T00:00:00.000Z"}') WHERE id = $1`,
      id,
    );
    expect(await find(id)).toEqual(before);
  });

  it('is not found by a number that its stream does not confirm, and the row is reported', async () => {
    const [id, other] = [await paid(), await paid()];
    await sql('UPDATE ndas SET party1_order_number = $2 WHERE id = $1', other, orderNumber(id, 1));
    expect(await find(orderNumber(id, 1))).toMatchObject({ ndaId: id });
    await sql('DELETE FROM ndas WHERE id = $1', id);
    expect(await find(orderNumber(id, 1))).toBeUndefined();
    expect(tampering.all).toContainEqual({ kind: 'row', subject: { table: 'ndas', id: other } });
  });
});

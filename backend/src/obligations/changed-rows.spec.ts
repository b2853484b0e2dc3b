import type { ObligationView } from '@siegel/contracts/admin/views';
import type TestAgent from 'supertest/lib/agent.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { newId } from '../platform/crypto/ids.js';
import { signedByBoth } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { until } from '../platform/testing/until.js';
import { payWrongAmount } from '../../testing/steps/act.js';

const LIST = '/api/admin/obligations';

describe('the facts by which an admin pays money back', () => {
  let test: TestBackend;
  let admin: TestAgent;
  const lines: string[] = [];
  beforeAll(async () => {
    const logs = { write: (line: string) => void lines.push(line) };
    test = await startTestBackend({ env: { LOG_LEVEL: 'error' }, logs });
    admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterAll(() => test.stop());

  const list = async (kind = 'refund'): Promise<ObligationView[]> =>
    (await admin.get(`${LIST}?kind=${kind}&pageSize=100`).expect(200)).body.items;
  const listed = (ndaId: string): Promise<ObligationView> =>
    until(async () => (await list()).find((one) => one.ndaId === ndaId));
  const typesOf = async (id: string): Promise<string[]> => {
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    return events.map(({ type }) => type);
  };
  const told = (id: string): boolean =>
    lines.some((line) => line.includes('tampering_found') && line.includes(id) && line.includes('"row"'));
  const change = (ndaId: string, set: string, ...values: unknown[]) =>
    test.database.pool.query(`UPDATE ndas SET ${set} WHERE id = $1`, [ndaId, ...values]);

  /** Creates an NDA with a payment of more than the requested amount, so that a refund is owed. */
  async function owingRefund(): Promise<string> {
    const id = await signedByBoth(test.browser());
    await payWrongAmount(test, id);
    return id;
  }

  it.each([
    ['a higher amount', { amount: 25_000 }],
    ['the payment of another', { reference: 'pi_of_somebody_else' }],
    ['another currency', { currency: 'USD' }],
    ['another party', { party: 2 }],
    ['another time', { since: '2020-01-01T00:00:00.000Z' }],
  ])('comes from the stream if the row has %s, and so does the record that it was closed', async (_, lie) => {
    const ndaId = await owingRefund();
    const before = await listed(ndaId);
    await change(
      ndaId,
      `state = jsonb_set(state, '{obligations,open}',
         (SELECT jsonb_agg(one || $2::jsonb) FROM jsonb_array_elements(state #> '{obligations,open}') one))`,
      lie,
    );
    expect(await listed(ndaId)).toEqual(before);
    expect(told(ndaId)).toBe(true);
    await admin.post(`${LIST}/${before.id}/close`).send({}).expect(204);
    const { state, events } = await test.backend.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.at(-1)).toMatchObject({
      type: 'ObligationClosed',
      open: { about: before.id, by: 'admin' },
    });
    expect(state.moneyBack.due).toMatchObject([{ id: before.id, amount: 250, isClosed: true }]);
    expect((await list()).map((one) => one.ndaId)).not.toContain(ndaId);
  });

  it('is neither duplicated nor shown with another NDA if a row is copied, and closing it closes the right one', async () => {
    const [ndaId, other] = [await owingRefund(), await owingRefund()];
    const [before] = [await listed(ndaId), await listed(other)];
    const { rows } = await test.database.pool.query(
      `SELECT state #> '{obligations,open}' AS open, obligation_ids AS ids FROM ndas WHERE id = $1`,
      [ndaId],
    );
    const { open, ids } = rows[0] as { open: object; ids: object };
    const copied = `state = jsonb_set(state, '{obligations,open}', $2::jsonb || (state #> '{obligations,open}')),
      obligation_ids = $3::jsonb || obligation_ids`;
    for (const id of [ndaId, other]) await change(id, copied, JSON.stringify(open), JSON.stringify(ids));
    const items = await list();
    expect(items.filter(({ id }) => id === before.id)).toEqual([before]);
    expect(items.filter((one) => one.ndaId === other)).toHaveLength(1);
    expect(told(other)).toBe(true);
    const untouched = await typesOf(other);
    await admin.post(`${LIST}/${before.id}/close`).send({}).expect(204);
    expect((await typesOf(ndaId)).at(-1)).toBe('ObligationClosed');
    expect(await typesOf(other)).toEqual(untouched);
  });

  it('is not listed if only the row claims it', async () => {
    const ndaId = await owingRefund();
    const real = await listed(ndaId);
    const id = newId();
    await change(
      ndaId,
      `state = jsonb_set(state, '{obligations,open}', jsonb_build_array(state #> '{obligations,open,0}' || $2::jsonb) ||
         (state #> '{obligations,open}')), obligation_ids = obligation_ids || jsonb_build_array($3::text)`,
      { id, amount: 99_900 },
      id,
    );
    expect((await list()).filter((one) => one.ndaId === ndaId)).toEqual([real]);
    const before = await typesOf(ndaId);
    await admin.post(`${LIST}/${id}/close`).send({}).expect(404);
    expect(await typesOf(ndaId)).toEqual(before);
    expect(told(ndaId)).toBe(true);
  });

  it('shows the order that the withdrawal itself names, even if rows are exchanged', async () => {
    const declared = async (reference: string): Promise<string> => {
      const body = { name: 'Grace', email: 'grace@example.org', reference };
      return (await test.browser().post('/api/withdrawals').send(body).expect(202)).body.number;
    };
    const ndaId = await signedByBoth(test.browser());
    const [named, unnamed] = [await declared(ndaId), await declared('something else')];
    const items = await until(async () => {
      const found = await list('withdrawal');
      return found.length === 2 ? found : undefined;
    });
    const of = (number: string, all = items) => all.find(({ reference }) => reference === number);
    expect(of(named)).toMatchObject({ ndaId });
    const { pool } = test.database;
    const swap = (from: string, to: string) =>
      pool.query('UPDATE withdrawals SET declared_by_event = $2 WHERE declared_by_event = $1', [from, to]);
    const [first, second, spare] = [of(named)?.id ?? '', of(unnamed)?.id ?? '', newId()];
    await swap(first, spare);
    await swap(second, first);
    await swap(spare, second);
    expect(await list('withdrawal')).toEqual([]);
    for (const id of [first, second]) {
      await admin.get(`/api/admin/withdrawals/${id}`).expect(404);
      await admin.post(`${LIST}/${id}/close`).send({}).expect(404);
    }
    await swap(second, spare);
    await swap(first, second);
    await swap(spare, first);
    expect(of(named, await list('withdrawal'))).toEqual(of(named));
    await pool.query(`UPDATE withdrawals SET number = 'W-AAAAAAAAAA' WHERE declared_by_event = $1`, [first]);
    expect(of(named, await list('withdrawal'))).toEqual(of(named));
  });
});

import type { ObligationView } from '@siegel/contracts/admin/views';
import { OBLIGATION_NOTE_MAX } from '@siegel/contracts/limits';
import type TestAgent from 'supertest/lib/agent.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { newId } from '../platform/crypto/ids.js';
import { create, signedByBoth } from '../../testing/steps/steps.js';
import { ticksOf } from '../../testing/backend/ticks.js';
import { until } from '../platform/testing/until.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { act, newest, payWrongAmount } from '../../testing/steps/act.js';

const LIST = '/api/admin/obligations';

let test: TestBackend;
let admin: TestAgent;
let auditor: TestAgent;
beforeAll(async () => {
  test = await startTestBackend({ env: { SITE_EMAIL: 'betrieb@siegel.example' } });
  [admin, auditor] = [test.browser(), test.browser('en')];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  await auditor.post('/api/admin/login').send({ password: 'the-auditor-of-the-tests' }).expect(200);
});
afterAll(() => test.stop());

const list = async (query = ''): Promise<{ items: ObligationView[]; total: number }> =>
  (await admin.get(`${LIST}${query}`).expect(200)).body;
const listed = (ndaId: string, kind: string): Promise<ObligationView> =>
  until(async () => (await list(`?kind=${kind}&pageSize=100`)).items.find((one) => one.ndaId === ndaId));
const close = (id: string, body: object = {}, as = admin) => as.post(`${LIST}/${id}/close`).send(body);

/** Creates an NDA and pays a wrong amount, which must be paid back. */
async function owingRefund(amount = 250): Promise<string> {
  const id = await signedByBoth(test.browser());
  await payWrongAmount(test, id, amount);
  return id;
}

describe('the list of obligations', () => {
  it('shows admin and auditor the facts that are needed to pay money back', async () => {
    const ndaId = await owingRefund();
    const due = await newest(test, ndaId, 'RefundDue');
    const item = await listed(ndaId, 'refund');
    expect(item).toEqual({
      id: due.id,
      kind: 'refund',
      ndaId,
      party: 1,
      reference: `pi_${ndaId}`,
      amount: 250,
      currency: 'EUR',
      since: due.at,
      attempts: 0,
      lastError: null,
      nextTryAt: null,
      closable: true,
    });
    expect((await auditor.get(`${LIST}?kind=refund`).expect(200)).body.items).toContainEqual(item);
    expect((await list('?kind=chargeback')).items).toEqual([]);
  });

  it('is paged, oldest first', async () => {
    await listed(await owingRefund(), 'refund');
    const { items, total } = await list('?kind=refund&pageSize=100');
    expect(total).toBe(items.length);
    expect(items.map(({ since }) => since)).toEqual(items.map(({ since }) => since).toSorted());
    const second = await list('?kind=refund&page=2&pageSize=1');
    expect(second).toEqual({ items: [items[1]], total, page: 2, pageSize: 1 });
    expect(await list('?page=1000000&kind=refund')).toMatchObject({ items: [], total });
  });

  it('separates obligations that a person closes from those that the service works on', async () => {
    await listed(await owingRefund(), 'refund');
    const [persons, services] = [await list('?group=person'), await list('?group=service')];
    expect(persons.items.map(({ closable }) => closable)).toEqual(persons.items.map(() => true));
    expect(services.items.map(({ closable }) => closable)).toEqual(services.items.map(() => false));
    expect(persons.total).toBeGreaterThan(0);
    expect(persons.total + services.total).toBe((await list('')).total);
    expect((await list('?group=service&kind=refund')).total).toBe(0);
  });

  it("can be limited to one NDA's obligations", async () => {
    const ndaId = await owingRefund();
    await listed(ndaId, 'refund');
    expect((await list(`?ndaId=${ndaId}`)).items.map((one) => one.ndaId)).toEqual([ndaId]);
    expect((await list(`?ndaId=${newId()}`)).total).toBe(0);
  });

  it('is for admin and auditor, but only the admin can close', async () => {
    await test.browser().get(LIST).expect(401);
    await close(newId(), {}, test.browser()).expect(401);
    await close(newId(), {}, auditor).expect(403);
  });

  it.each([
    '?kind=debt',
    '?group=admin',
    '?ndaId=1',
    '?page=0',
    '?page=x',
    '?pageSize=101',
    '?kind=refund&kind=mail',
    '?other=1',
  ])('refuses %s', (query) => admin.get(`${LIST}${query}`).expect(400));
});

describe('closing', () => {
  it('records a closing once, with the note sealed, and shows it immediately', async () => {
    const ndaId = await owingRefund();
    const { id } = await listed(ndaId, 'refund');
    await close(id, { note: ' Zurückgezahlt per Überweisung ' }).expect(204);
    expect((await list('?kind=refund&pageSize=100')).items.map((one) => one.ndaId)).not.toContain(ndaId);
    await close(id, { note: 'again' }).expect(204);
    await close(id.toUpperCase()).expect(204);
    const { events } = await test.backend.infrastructure.journal.load<NdaEvent>(ndaStream(ndaId));
    const closed = events.filter(({ type }) => type === 'ObligationClosed') as Recorded<NdaEvent>[];
    expect(closed).toHaveLength(1);
    expect(closed[0]).toMatchObject({
      actor: 'admin',
      open: { about: id, by: 'admin' },
      personal: { note: 'Zurückgezahlt per Überweisung' },
    });
  });

  it('records a closing by two admins at once only once, and both get the same answer', async () => {
    const ndaId = await owingRefund();
    const { id } = await listed(ndaId, 'refund');
    const other = test.browser();
    await other.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const answers = await Promise.all(
      [admin, other, admin, other].map((as) => close(id, { note: 'Done' }, as)),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const { events } = await test.backend.infrastructure.journal.load<NdaEvent>(ndaStream(ndaId));
    expect(events.filter(({ type }) => type === 'ObligationClosed')).toHaveLength(1);
  });

  it('needs no note and no body', async () => {
    const { id } = await listed(await owingRefund(), 'refund');
    await admin.post(`${LIST}/${id}/close`).expect(204);
  });

  it('answers 404 for something that is not owed, and 409 for work of the service itself', async () => {
    await close(newId()).expect(404);
    await close('unknown').expect(404);
    const ndaId = await owingRefund();
    await listed(ndaId, 'refund');
    await close((await newest(test, ndaId, 'NdaCompleted')).id).expect(404);
    const unwanted = await signedByBoth(test.browser());
    // The intent belongs to a provider that this service cannot query. An intent of the sandbox would end
    // before the list could show it.
    await act(test, unwanted, {
      type: 'RequestPayment',
      party: 1,
      provider: 'stripe',
    });
    await act(test, unwanted, {
      type: 'ApplyVoucher',
      party: 1,
      voucherId: 'e'.repeat(64),
      voucherCode: 'NDA-AAAA-AAAA',
    });
    const intent = await listed(unwanted, 'intent');
    expect(intent).toMatchObject({ closable: false, amount: 199, party: 1, reference: null });
    const refused = await close(intent.id).expect(409);
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'not_closable',
      message: 'Das erledigt der Dienst selbst.',
    });
  });

  it.each([[{ note: 'x'.repeat(OBLIGATION_NOTE_MAX + 1) }], [{ note: 7 }], [{ other: 1 }], [[]]])(
    'refuses %j',
    (body) => close(newId(), body).expect(400),
  );

  it('works after an erasure, which keeps the money to be paid back but nothing personal', async () => {
    const ndaId = await owingRefund();
    await act(test, ndaId, { type: 'EraseNda', reason: 'admin' });
    await until(async () => (await list('?kind=key-destruction')).items.every((one) => one.ndaId !== ndaId));
    const { id } = await listed(ndaId, 'refund');
    await close(id, { note: 'By transfer' }).expect(204);
    expect((await newest(test, ndaId, 'ObligationClosed')).personal).toBeUndefined();
  });
});

describe('the obligations of vouchers', () => {
  const issue = async (): Promise<string> =>
    (await admin.post('/api/admin/vouchers').send({}).expect(201)).body.id;

  it('are a redemption that a job still has to settle, and the key of a deleted voucher', async () => {
    const { pool } = test.database;
    const [taken, deleted, ndaId] = [await issue(), await issue(), await create(test.browser())];
    const [redeemed, gone] = [newId(), newId()];
    await pool.query(
      `UPDATE vouchers SET is_used = true, used_at = '2026-01-02T03:04:05.678Z', used_by_nda_id = $2, used_by_party = 2,
         redeemed_by_event = $3 WHERE id = $1`,
      [taken, ndaId, redeemed],
    );
    await pool.query(
      `UPDATE ndas SET state = jsonb_set(state, '{payments,2}', state #> '{payments,2}' || '{"covered": 199}') WHERE id = $1`,
      [ndaId],
    );
    await pool.query(
      "UPDATE vouchers SET deleted_at = '2026-01-03T00:00:00Z', ended_by_event = $2 WHERE id = $1",
      [deleted, gone],
    );
    await until(async () => (await list('?kind=key-destruction')).items.some(({ id }) => id === gone));
    expect((await list('?kind=settlement')).items).toEqual([]);
    await pool.query(
      `INSERT INTO owed_jobs (task, key, payload, run_at, attempts, error)
       VALUES ('settle-voucher', $1, jsonb_build_object('voucherId', $2::text), now() + interval '1 day', 3, 'ProviderFailed')`,
      [`settle:${taken}`, taken],
    );
    expect((await list('?kind=settlement')).items).toEqual([
      expect.objectContaining({
        id: redeemed,
        ndaId,
        party: 2,
        reference: taken,
        since: '2026-01-02T03:04:05.678Z',
        attempts: 3,
        lastError: 'ProviderFailed',
        nextTryAt: expect.stringMatching(/Z$/),
        closable: false,
      }),
    ]);
    for (const id of [redeemed, gone]) await close(id).expect(409);
    await pool.query(
      `UPDATE ndas SET state = jsonb_set(state, '{payments,2,voucherId}', to_jsonb($2::text)) WHERE id = $1`,
      [ndaId, taken],
    );
    expect((await list('?kind=settlement')).items).toEqual([]);
  });
});

it('obligations are measured, and mailed to the operator once a day', async () => {
  await listed(await owingRefund(), 'refund');
  const { total } = await list('?kind=refund');
  const { text } = await test.browser().get('/metrics').set('host', 'localhost').expect(200);
  expect(text).toContain(`obligations_open{kind="refund"} ${total}\n`);
  expect(text).toMatch(/^obligations_oldest_age_seconds\{kind="refund"\} \d/m);
  expect(text).toContain('obligations_open{kind="chargeback"} 0\n');
  const tick = ticksOf(test.backend, test.database.pool).find(({ name }) => name === 'send-digest');
  for (let time = 0; time < 2; time += 1) await tick?.run(new AbortController().signal);
  const { body } = await test.browser().get('/dev/mailbox/messages').set('host', 'localhost').expect(200);
  const digests = (body as { to: string; subject: string; text: string }[]).filter(
    ({ to }) => to === 'betrieb@siegel.example',
  );
  expect(digests).toHaveLength(1);
  expect(digests[0]?.subject).toMatch(/^Was zu tun ist: \d+$/);
  expect(digests[0]?.text).toContain('Erstattung (');
});

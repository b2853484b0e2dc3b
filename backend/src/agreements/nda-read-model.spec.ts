import { alterEvent } from '../../testing/faults/altered-event.js';
import { create, read, sign } from '../../testing/steps/steps.js';
import {
  ADMIN_PASSWORD,
  AUDITOR_PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../../testing/backend/test-backend.js';
import { HOUR_MS } from '@siegel/contracts/limits';
import { until } from '../platform/testing/until.js';
import { systemClock } from '../platform/time/clock.js';
import { ndaStream } from '../nda/nda.events.js';
import { CurrentNdas } from './current-ndas.js';
import { NdaReadModel } from './nda-read-model.js';

let test: TestBackend;
let ndas: NdaReadModel;
let current: CurrentNdas;
let laterMs = 0;
const lines: string[] = [];
beforeAll(async () => {
  test = await startTestBackend({
    clock: { now: () => new Date(systemClock.now().getTime() + laterMs) },
    env: { LOG_LEVEL: 'warn' },
    logs: { write: (line) => void lines.push(line) },
  });
  ndas = test.backend.app.get(NdaReadModel);
  current = test.backend.app.get(CurrentNdas);
});
afterAll(() => test.stop());

describe('NDAs and views that were read before', () => {
  it('are the same objects until there is a new event', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const first = await current.one(id);
    expect(first).toMatchObject({
      state: { id, revision: 0, status: 'draft', createdAt: expect.any(String) },
    });
    expect(await current.one(id)).toBe(first);
    if (first === undefined) throw new Error('no NDA');
    const view = await ndas.view(first);
    expect(await ndas.view(first)).toBe(view);
    await sign(browser, id, 1);
    const next = await current.one(id);
    expect(next).toMatchObject({ state: { id, status: 'party1_signed' } });
    if (next === undefined) throw new Error('no NDA');
    expect(await ndas.view(next)).toMatchObject({ status: 'party1_signed', ideaTitle: view.ideaTitle });
  });

  it('depend neither on the content nor on the existence of the row', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await test.database.pool.query(
      `UPDATE ndas SET status = 'sent', state = state || '{"status": "sent"}' WHERE id = $1`,
      [id],
    );
    expect(await read(browser, id)).toMatchObject({ language: 'de', status: 'draft' });
    await test.database.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    expect(await read(browser, id)).toMatchObject({ language: 'de', status: 'draft' });
  });

  it('are no longer shown once the key is destroyed, even while the NDA is not erased', async () => {
    const id = await create(test.browser());
    const nda = await current.one(id);
    if (nda === undefined) throw new Error('no NDA');
    expect(await ndas.view(nda)).toMatchObject({ id });
    await test.backend.infrastructure.vault.destroyKey(ndaStream(id));
    expect(await current.one(id)).toBe(nda);
    await expect(ndas.view(nda)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the time of a next attempt in N', () => {
  it('is shown until it is past, and then the entity tag changes', async () => {
    const id = await create(test.browser());
    const nextTryAt = new Date(systemClock.now().getTime() + HOUR_MS).toISOString();
    const waits = {
      status: 'failed',
      at: null,
      code: 'mail_unreachable',
      messageId: null,
      nextTryAt,
    } as const;
    const nda = await current.one(id);
    if (nda === undefined) throw new Error('no NDA');
    const told = async () => {
      const { delivery } = nda.state;
      const recipients = { ...delivery.recipients, 2: waits };
      const waiting = { ...nda, state: { ...nda.state, delivery: { ...delivery, recipients } } };
      return { tag: ndas.tag(waiting), at: (await ndas.view(waiting)).delivery.recipients[1]?.nextTryAt };
    };
    const before = await told();
    laterMs = HOUR_MS;
    const after = await told();
    laterMs = 0;
    expect([before.at, after.at]).toEqual([nextTryAt, null]);
    expect(after.tag).not.toBe(before.tag);
  });
});

it('has an entity tag of its own for each last event, even if the number of events is the same', async () => {
  const id = await create(test.browser());
  const nda = await current.one(id);
  if (nda === undefined) throw new Error('no NDA');
  const { head } = await test.backend.infrastructure.journal.load(ndaStream(id));
  expect(nda.lastHash).toBe(head.hash);
  expect(ndas.tag({ ...nda, lastHash: 'f'.repeat(64) })).not.toBe(ndas.tag(nda));
});

describe('a row that somebody changed so that it cannot be shown', () => {
  it.each([
    ['a member of its state is missing', "state = state - 'delivery'"],
    ['its state is another kind of value', "state = '[]'"],
    ['its sealed parts are gone', "sealed = '{}'"],
    [
      'its sealed parts are those of another NDA',
      "sealed = (SELECT sealed FROM ndas WHERE id <> $1 AND sealed <> '{}' LIMIT 1)",
    ],
  ])('does not break a list, is shown from its stream, and is reported: %s', async (_, set) => {
    const browser = test.browser();
    const [id, other] = [await create(browser, { ideaTitle: 'Erste Idee' }), await create(browser)];
    const [admin, auditor] = [test.browser(), test.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    await auditor.post('/api/admin/login').send({ password: AUDITOR_PASSWORD }).expect(200);
    const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map((item) => item.id);
    const office = () => admin.get('/api/admin/ndas').expect(200);
    await until(async () => idsOf(await office()).includes(other));
    await test.database.pool.query(`UPDATE ndas SET ${set} WHERE id = $1`, [id]);
    lines.length = 0;
    const listed = await office();
    expect(idsOf(listed)).toEqual(expect.arrayContaining([id, other]));
    expect(listed.body.items.find((item: { id: string }) => item.id === id).ideaTitle).toBe('Erste Idee');
    expect(idsOf(await auditor.get('/api/audit/ndas').expect(200))).toEqual(
      expect.arrayContaining([id, other]),
    );
    const found = lines.filter((line) => line.includes('tampering_found') && line.includes(id));
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('a row of a closed NDA', () => {
  it('does not replace the state that the stream still confirms', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await sign(browser, id, 1);
    const rowed = () =>
      test.database.pool.query("SELECT FROM ndas WHERE id = $1 AND status = 'party1_signed'", [id]);
    await until(async () => (await rowed()).rowCount === 1);
    await alterEvent(test.database.pool, ndaStream(id), 1);
    await test.backend.infrastructure.log.load(ndaStream(id));
    await test.database.pool.query(`UPDATE ndas SET state = state || '{"status": "sent"}' WHERE id = $1`, [
      id,
    ]);
    const [listed] = await ndas.rows([id]);
    expect(listed).toMatchObject({
      state: { status: 'draft', revision: 0 },
      untrustedSince: expect.any(String),
    });
  });
});

import type { NdaListItem, SearchPage } from '@siegel/contracts/admin/views';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import type TestAgent from 'supertest/lib/agent.js';
import { accessStream } from '../../audit/model/access.events.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { type NdaEvent, ndaStream } from '../../nda/nda.events.js';
import { create, payByCard, read, sign, signedByBoth } from '../../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { until } from '../../platform/testing/until.js';
import { Erasures } from './erasures.js';
import { act, newest } from '../../../testing/steps/act.js';

const LIST = '/api/admin/ndas';

let test: TestBackend;
let admin: TestAgent;
let auditor: TestAgent;
let party1: TestAgent;
beforeAll(async () => {
  test = await startTestBackend();
  [admin, auditor, party1] = [test.browser(), test.browser(), test.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  await auditor.post('/api/admin/login').send({ password: 'the-auditor-of-the-tests' }).expect(200);
});
afterAll(() => test.stop());

const list = async (query: Readonly<Record<string, string>> = {}): Promise<SearchPage<NdaListItem>> =>
  (await admin.get(LIST).query(query).expect(200)).body;
const find = async (search: string, query: Readonly<Record<string, string>> = {}): Promise<string[]> =>
  (await list({ search, ...query })).items.map(({ id }) => id);
const untilFound = (search: string, ...ids: string[]): Promise<unknown> =>
  until(async () => JSON.stringify(await find(search)) === JSON.stringify(ids));
const rows = async (table: string, id: string): Promise<number> =>
  (await test.database.pool.query(`SELECT FROM ${table} WHERE id = $1`, [id])).rowCount ?? -1;
const events = async (id: string): Promise<readonly NdaEvent[]> =>
  (await test.backend.infrastructure.journal.load<NdaEvent>(ndaStream(id))).events;

describe('the list of all NDAs', () => {
  it('shows each NDA as N does but without signatures, newest first', async () => {
    const [first, second] = [await create(party1), await signedByBoth(party1)];
    const { items, total, ...page } = await list();
    expect(page).toEqual({ page: 1, pageSize: 20, totalIsEstimate: false });
    expect([total, items.map(({ id }) => id)]).toEqual([2, [second, first]]);
    const { party1Signature: _, party2Signature: __, ...N } = await read(party1, second);
    expect(items[0]).toEqual({ ...N, legalHold: null });
    expect((await list({ sort: 'created' })).items.map(({ id }) => id)).toEqual([first, second]);
    expect((await list({ status: 'draft' })).items.map(({ id }) => id)).toEqual([first]);
    expect(await list({ status: 'sent' })).toMatchObject({ items: [], total: 0 });
  });

  it('is paged, and empty after its end', async () => {
    const { items, total } = await list();
    expect(await list({ page: '2', pageSize: '1' })).toEqual({
      items: [items[1]],
      total,
      page: 2,
      pageSize: 1,
      totalIsEstimate: false,
    });
    expect(await list({ page: '10000' })).toMatchObject({ items: [], total });
  });

  it('omits a replaced draft', async () => {
    const browser = test.browser();
    const old = await create(browser, { ideaTitle: 'Ersetzter Entwurf' });
    await untilFound('ersetzter', old);
    const replacing = await create(browser, { ideaTitle: 'Ersetzender Entwurf', replaces: old });
    await until(async () => (await list()).items.every(({ id }) => id !== old));
    expect((await list({ status: 'draft' })).items.map(({ id }) => id)).not.toContain(old);
    await untilFound('entwurf', replacing);
    expect(await find(old)).toEqual([]);
  });

  it('shows a legal hold, which N shows only to the admin', async () => {
    const id = await create(party1);
    await act(test, id, { type: 'SetLegalHold', reason: 'Klage vor dem Landgericht' });
    const { at: since } = await newest(test, id, 'LegalHoldSet');
    const legalHold = { since, reason: 'Klage vor dem Landgericht' };
    await until(async () => (await list()).items[0]?.legalHold !== null);
    expect((await list()).items[0]).toMatchObject({ id, legalHold });
    expect(await read(admin, id)).toMatchObject({ legalHold });
    expect(await read(party1, id)).not.toHaveProperty('legalHold');
    const refused = await admin.delete(`${LIST}/${id}`).expect(409);
    expect(refused.body).toMatchObject({ code: 'legal_hold' });
  });

  it('is for the admin alone', async () => {
    const id = await create(party1);
    for (const method of ['get', 'delete'] as const) {
      const address = method === 'get' ? LIST : `${LIST}/${id}`;
      await test.browser()[method](address).expect(401);
      await party1[method](address).expect(401);
      await auditor[method](address).expect(403);
    }
    expect((await events(id)).map(({ type }) => type)).toEqual(['NdaCreated']);
  });

  it.each<[string, Record<string, string>]>([
    ['search', { search: 'a' }],
    ['search', { search: 'ab' }],
    ['search', { search: ' ab ' }],
    ['search', { search: '\u0301\u0301\u0301a' }],
    ['search', { search: 'x'.repeat(201) }],
    ['search', { search: 'abc\nd' }],
    ['status', { status: 'paid' }],
    ['sort', { sort: 'title' }],
    ['page', { page: '0' }],
    ['page', { page: '1e9' }],
    ['pageSize', { pageSize: '101' }],
    ['other', { other: '1' }],
  ])('refuses a bad %s: %j', async (field, query) => {
    const { body } = await admin.get(LIST).query(query).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
  });
});

describe('a search', () => {
  let muller: string;
  let other: string;
  beforeAll(async () => {
    muller = await create(party1, {
      ideaTitle: 'Größere Straßenbahn',
      party1Name: 'Jörg Müller',
      party1Email: 'joerg@strasse.example',
      party2Name: 'Renée Ångström',
    });
    other = await create(party1, { ideaTitle: 'Ganz anderes', party1Name: 'Mueller & Söhne' });
    await untilFound('ganz anderes', other);
  });

  it.each(['Straßenbahn', 'STRASSENBAHN', 'größere', 'groessere', 'renee', 'ANGSTRÖM', 'joerg@str', 'öße'])(
    'finds %s, whatever the case and the accents',
    async (search) => expect(await find(search)).toEqual([muller]),
  );

  it('finds ä, ö and ü as such, without their dots, and as ae, oe and ue', async () => {
    expect(await find('müller')).toEqual([other, muller]);
    expect(await find('mueller')).toEqual([other, muller]);
    expect(await find('muller')).toEqual([muller]);
  });

  it('finds a part only within one text, not across several', async () => {
    expect(await find('bahnjör')).toEqual([]);
    expect(await find('straßenbahn jörg')).toEqual([]);
  });

  it('takes wildcards, an emoji and a long text literally', async () => {
    for (const search of ['%%%', '___', 'str%bahn', '😀😀😀', `straße${'x'.repeat(194)}`, "'; --"])
      expect(await list({ search })).toMatchObject({ items: [], total: 0, totalIsEstimate: false });
    const happy = await create(party1, { ideaTitle: 'Lange Idee '.repeat(9).trim() });
    await untilFound('lange idee lange idee lange idee lange idee lange idee lange idee', happy);
  });

  it('finds an NDA by its whole id and by a whole order number', async () => {
    for (const named of [muller, muller.toUpperCase(), orderNumber(muller, 1), orderNumber(muller, 2)])
      expect(await list({ search: named })).toMatchObject({ items: [{ id: muller }], total: 1 });
    expect(await find(orderNumber(muller, 1).toLowerCase())).toEqual([muller]);
    expect(await find(muller, { status: 'sent' })).toEqual([]);
    expect(await find(muller, { page: '2' })).toEqual([]);
    expect(await find('01930000-0000-7000-8000-000000000001')).toEqual([]);
  });

  it('is filtered and paged', async () => {
    await sign(party1, other, 1);
    await until(async () => (await find('müller', { status: 'party1_signed' })).length === 1);
    expect(await find('müller', { status: 'draft' })).toEqual([muller]);
    expect(await find('müller', { sort: 'created' })).toEqual([muller, other]);
    const second = await list({ search: 'müller', page: '2', pageSize: '1' });
    expect(second).toMatchObject({ items: [{ id: muller }], total: 2, totalIsEstimate: false });
    expect(await find('müller', { page: '10000' })).toEqual([]);
  });

  it('omits false hits of the index, and reports them', async () => {
    await test.database.pool.query(
      'UPDATE nda_search SET idea_title = (SELECT idea_title FROM nda_search WHERE id = $1) WHERE id = $2',
      [muller, other],
    );
    const page = await list({ search: 'straßenbahn' });
    expect(page).toMatchObject({ items: [{ id: muller }], total: 2, totalIsEstimate: true });
    expect(page.items).toHaveLength(1);
  });

  it('finds an NDA by its corrected address, and no longer by the old one', async () => {
    const id = await create(party1, { party2Email: 'alte.anschrift@vorher.example' });
    await untilFound('anschrift@vorher', id);
    const correction = { party2Email: 'neue.anschrift@nachher.example' };
    await party1.patch(`/api/ndas/${id}/party2-email`).send(correction).expect(200);
    await untilFound('anschrift@nachher', id);
    expect(await find('vorher.example')).toEqual([]);
  });
});

describe('an erasure by the admin', () => {
  it('waits until the key is destroyed, and leaves nothing to find', async () => {
    const id = await signedByBoth(party1, { ideaTitle: 'Zu löschendes Geheimnis' });
    await untilFound('löschendes', id);
    await admin.delete(`${LIST}/${id}`).expect(204);
    const erased = (await events(id)).filter(({ type }) => type === 'NdaErased');
    expect(erased).toMatchObject([{ open: { reason: 'admin' }, actor: 'admin' }]);
    expect((await events(id)).map(({ type }) => type)).toContain('NdaKeyDestroyed');
    expect(await find(id)).toEqual([]);
    await until(async () => (await rows('nda_search', id)) === 0);
    expect(await find('löschendes')).toEqual([]);
    await party1.get(`/api/ndas/${id}`).expect(404);
    await admin.delete(`${LIST}/${id}`).expect(204);
    expect((await events(id)).filter(({ type }) => type === 'NdaErased')).toHaveLength(1);
  });

  it('happens once for concurrent requests, even while the document is being made', async () => {
    const id = await signedByBoth(party1);
    await payByCard(party1, id);
    const answers = await Promise.all([1, 2, 3].map(() => admin.delete(`${LIST}/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await events(id)).filter(({ type }) => type === 'NdaErased')).toHaveLength(1);
  });

  it('is reported as in progress if destroying the key takes longer', async () => {
    const erase = jest.spyOn(test.backend.app.get(Erasures, { strict: false }), 'erase');
    erase.mockResolvedValueOnce(false);
    await admin.delete(`${LIST}/${await create(party1)}`).expect(202, { status: 'erasing' });
    erase.mockRestore();
  });

  it('is refused for an unknown NDA', async () => {
    await admin.delete(`${LIST}/01930000-0000-7000-8000-000000000001`).expect(404);
    await admin.delete(`${LIST}/none`).expect(404);
  });
});

describe('a reading by the admin', () => {
  const readings = async (as: TestAgent, id: string) =>
    (await as.get(`/api/audit/ndas/${id}/readings`).expect(200)).body;
  const kinds = async (id: string): Promise<string[]> =>
    (await readings(auditor, id)).items.map(({ what }: { what: string }) => what);

  it('is recorded once for each kind of view, and for each page', async () => {
    const id = await signedByBoth(party1, { ideaTitle: 'Gelesenes Vorhaben' });
    await untilFound('gelesenes', id);
    const before = (await until(async () => (await kinds(id)).find((what) => what === 'search') && kinds(id)))
      .length;
    for (const path of ['', '', '/agreement', '/signatures/1', '/signatures/2', '/pdf'])
      await admin.get(`/api/ndas/${id}${path}`).expect(200);
    await list({ pageSize: '1' });
    await list({ pageSize: '1' });
    await until(async () => (await kinds(id)).length === before + 6);
    const page = await readings(auditor, id);
    expect(page.items.slice(0, 6).map(({ what }: { what: string }) => what)).toEqual([
      'list',
      'list',
      'document',
      'signature',
      'agreement',
      'nda',
    ]);
    expect(page.total).toBe(before + 6);
    expect(page.items[0]).toMatchObject({ role: 'admin', session: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { events: recorded } = await test.backend.infrastructure.journal.load(
      accessStream(page.items[0].session),
    );
    expect(recorded.every(({ sealed }) => sealed === undefined)).toBe(true);
    expect(JSON.stringify(recorded)).not.toContain('gelesenes');
    expect(await readings(admin, id)).toEqual(page);
    await read(party1, id);
    expect((await kinds(id)).length).toBe(before + 6);
  });

  it('is not recorded if it is refused', async () => {
    const id = await create(party1);
    await admin.get(`/api/ndas/${id}/pdf`).expect(409);
    await admin.get(`/api/ndas/${id}/signatures/1`).expect(404);
    await admin.post(`/api/ndas/${id}/send-email`).expect(409);
    await admin.get(`/api/ndas/${id}`).expect(200);
    await until(async () => (await kinds(id)).includes('nda'));
    expect((await kinds(id)).filter((what) => what !== 'list')).toEqual(['nda']);
  });

  it('is shown to admin and auditor, even after an erasure, and to nobody else', async () => {
    const id = await create(party1);
    await admin.get(`/api/ndas/${id}`).expect(200);
    await admin.delete(`${LIST}/${id}`).expect(204);
    await until(async () => (await kinds(id)).includes('nda'));
    await test.browser().get(`/api/audit/ndas/${id}/readings`).expect(401);
    await auditor.get('/api/audit/ndas/01930000-0000-7000-8000-000000000001/readings').expect(404);
    await auditor.get(`/api/audit/ndas/${id}/readings?page=0`).expect(400);
    const last = await auditor.get(`/api/audit/ndas/${id}/readings?page=10000`).expect(200);
    expect(last.body.items).toEqual([]);
  });

  it('is refused while it cannot be recorded', async () => {
    const id = await create(party1, { ideaTitle: 'Nicht zu zeigen' });
    await untilFound('nicht zu zeigen', id);
    const { journal } = test.backend.infrastructure;
    const append = jest.spyOn(journal, 'append').mockRejectedValue(new EventStoreUnavailable('away'));
    try {
      for (const path of [`/api/ndas/${id}`, LIST, `${LIST}?search=zeigen`]) {
        const answer = await admin.get(path);
        expect([path, answer.status]).toEqual([path, 503]);
        expect(answer.text).not.toContain('zeigen');
      }
    } finally {
      append.mockRestore();
    }
    await admin.get(`/api/ndas/${id}`).expect(200);
  });
});

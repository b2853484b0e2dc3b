import type { SearchPage } from '@siegel/contracts/admin/views';
import type { AuditedEventsView, AuditedNdaView, NdaAtView } from '@siegel/contracts/audit/views';
import type TestAgent from 'supertest/lib/agent.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { appendFirstFormat } from '../../eventsourcing/journal/testing/first-format.js';
import { ndaStream } from '../../nda/nda.events.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { tenthUnlessLong } from '../../platform/testing/long-run.js';
import { until } from '../../platform/testing/until.js';
import { eventsOf } from '../../../testing/steps/act.js';

const LIST = '/api/audit/ndas';
const UNKNOWN = '01930000-0000-7000-8000-000000000001';

let test: TestBackend;
let admin: TestAgent;
let auditor: TestAgent;
let party1: TestAgent;
beforeAll(async () => {
  test = await startTestBackend();
  [admin, auditor, party1] = [test.browser(), test.browser(), test.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  await auditor.post('/api/admin/login').send({ password: test.secrets.auditorPassword }).expect(200);
});
afterAll(() => test.stop());

const list = async (query: Readonly<Record<string, string>> = {}): Promise<SearchPage<AuditedNdaView>> =>
  (await auditor.get(LIST).query(query).expect(200)).body;
const found = async (query: Readonly<Record<string, string>>): Promise<string[]> =>
  (await list(query)).items.map(({ id }) => id);
const history = async (id: string, query = {}, as: TestAgent = auditor): Promise<AuditedEventsView> =>
  (await as.get(`${LIST}/${id}/events`).query(query).expect(200)).body;
const at = async (id: string, revision: number): Promise<NdaAtView> =>
  (await auditor.get(`${LIST}/${id}/at/${revision}`).expect(200)).body;
const kinds = async (id: string): Promise<string[]> =>
  (await auditor.get(`${LIST}/${id}/readings`).expect(200)).body.items.map(
    ({ what }: { what: string }) => what,
  );
/** Appends events that this version of the service cannot have written. */
const append = async (id: string, events: Parameters<typeof appendFirstFormat>[2]): Promise<void> =>
  appendFirstFormat(test.backend.infrastructure, ndaStream(id), events, '2026-11-26T10:00:00.000Z');

describe('the history of an NDA', () => {
  it('has each event with its content, its cause and its place in the chain, and no secret', async () => {
    const id = await signedByBoth(party1);
    await payByCard(party1, id);
    await untilSent(party1, id);
    const { items, total } = await history(id);
    expect([total, items.map(({ revision }) => revision)]).toEqual([items.length, [...items.keys()]]);
    expect(items.slice(1).every(({ previousHash }, index) => previousHash === items[index]?.hash)).toBe(true);
    const of = (type: string) => items.find((item) => item.type === type);
    expect(of('NdaCreated')).toMatchObject({
      data: { ideaTitle: expect.any(String), creatorKeyHash: expect.stringMatching(/^[0-9a-f]{16}$/) },
      cause: { by: 'person', eventId: null, revision: null },
      actor: 'party1',
    });
    expect(of('NdaCreated')?.data).not.toHaveProperty('agreementSalt');
    expect(of('PaymentSucceeded')?.cause.by).toBe('provider');
    const sent = of('DocumentSent');
    const cause = items.find(({ eventId }) => eventId === sent?.cause.eventId);
    expect(sent?.cause).toEqual({ by: 'event', eventId: cause?.eventId, revision: cause?.revision });
    // This page of the history begins after the event that caused its first event. The cause is named even
    // so.
    const [alone] = (await history(id, { from: String(sent?.revision), limit: '1' })).items;
    expect(alone?.cause).toEqual(sent?.cause);
    expect(of('Party1Signed')).toMatchObject({ ip: expect.stringContaining('127.0.0.1') });
    const toAdmin = await history(id, {}, admin);
    expect(toAdmin.items.every(({ ip, userAgent }) => ip === null && userAgent === null)).toBe(true);
  });

  it('shows N after each of its events, and at a moment', async () => {
    const id = await signedByBoth(party1);
    const events = await eventsOf(test, id);
    const last = await at(id, events.length - 1);
    const { legalHold: _, ...N } = { ...last.nda, legalHold: null };
    expect(N).toEqual(await read(party1, id));
    expect((await at(id, 0)).nda).toMatchObject({ status: 'draft', revision: 0 });
    const signed = events.findIndex(({ type }) => type === 'Party1Signed');
    const then = await at(id, signed);
    expect(then.changes).toContainEqual({
      field: 'status',
      before: 'draft',
      after: 'party1_signed',
      gone: false,
    });
    const time = events[0]?.at ?? '';
    const { body } = await auditor.get(`${LIST}/${id}/at`).query({ time }).expect(200);
    expect(body.revision).toBe(events.findLastIndex((event) => event.at === time));
    await auditor.get(`${LIST}/${id}/at`).query({ time: '2020-01-01T00:00:00Z' }).expect(404);
  });

  it('stays after an erasure, without personal data and without a recorded reading', async () => {
    const id = await create(party1);
    await sign(party1, id, 1);
    await admin.delete(`/api/admin/ndas/${id}`).expect(204);
    const { items } = await history(id);
    const created = items.find(({ type }) => type === 'NdaCreated');
    expect(created).toMatchObject({ data: null, erased: true, unreadable: 'erased', ip: null });
    expect(created?.hash).toMatch(/^[0-9a-f]{64}$/);
    const { nda, unreadable } = await at(id, items.length - 1);
    expect(nda).toMatchObject({ ideaTitle: null, party1Email: null, status: 'party1_signed' });
    expect([unreadable, nda?.deletedAt]).toEqual(['erased', expect.any(String)]);
    await until(async () => (await found({ status: 'erased' })).includes(id));
    expect((await list({ search: id })).items).toEqual([
      expect.objectContaining({ id, ideaTitle: null, erasedAt: nda?.deletedAt, events: items.length }),
    ]);
    expect(await kinds(id)).not.toContain('history');
  });

  it('counts events of unknown types and versions', async () => {
    const id = await create(party1);
    const { revision } = await read(party1, id);
    await append(id, [
      { type: 'SomethingNew.v1', open: { by: 'a later version' } },
      { type: 'DocumentTimestamped.v9', open: { authorities: 7 }, personal: { of: 'a later version' } },
    ]);
    const { items, total } = await history(id, { from: String(revision + 1) });
    expect(total).toBe(revision + 3);
    expect(items.map(({ type, version, data }) => [type, version, data])).toEqual([
      ['SomethingNew', 1, { by: 'a later version' }],
      ['DocumentTimestamped', 9, { authorities: 7, of: 'a later version' }],
    ]);
    const { nda, changes } = await at(id, revision + 2);
    expect([nda?.status, nda?.revision, changes]).toEqual(['draft', revision + 2, []]);
  });

  it('is shown in pages to its end', async () => {
    const id = await create(party1);
    const many = tenthUnlessLong(10_000);
    const stamped = {
      type: 'DocumentTimestamped.v1',
      open: { documentHash: 'd'.repeat(64), authority: 'none', tokenTime: '2026-11-26T10:00:00Z' },
    };
    await append(
      id,
      Array.from({ length: many }, () => stamped),
    );
    const { items, total } = await history(id, { from: String(many - 10), limit: '500' });
    expect(items.map(({ revision }) => revision)).toEqual(
      Array.from({ length: total - many + 10 }, (_, n) => many - 10 + n),
    );
    expect((await history(id)).items).toHaveLength(200);
    expect((await history(id, { from: '1000000000' })).items).toEqual([]);
    expect((await at(id, total - 1)).nda).toMatchObject({ status: 'draft', revision: total - 1 });
  });
});

describe('the list of histories', () => {
  it('is searched like the list of the dashboard, and filtered by state', async () => {
    const id = await create(party1, { ideaTitle: 'Wiederholtes Vorhaben' });
    await until(async () => (await found({ search: 'wiederholtes' })).includes(id));
    expect((await list({ search: 'wiederholtes' })).items).toEqual([
      expect.objectContaining({ id, ideaTitle: 'Wiederholtes Vorhaben', erasedAt: null, legalHold: null }),
    ]);
    expect(await found({ search: 'wiederholtes', status: 'erased' })).toEqual([]);
    expect(await found({ status: 'sent' })).not.toContain(id);
    await until(async () => (await found({ pageSize: '1' }))[0] === id);
    expect(await found({ search: UNKNOWN })).toEqual([]);
  });
});

describe('access to the replay', () => {
  const paths = (id: string): readonly string[] => [
    LIST,
    `${LIST}/${id}/events`,
    `${LIST}/${id}/at/0`,
    `${LIST}/${id}/at?time=2030-01-01T00:00:00Z`,
  ];

  it('is for admin and auditor only, and each reading is recorded first', async () => {
    const id = await create(party1);
    for (const path of paths(id)) {
      await party1.get(path).expect(401);
      await admin.get(path).expect(200);
      const { headers } = await auditor.get(path).expect(200);
      expect(headers['cache-control']).toContain('no-store');
    }
    await until(async () => (await kinds(id)).filter((what) => what === 'history').length === 2);
    const { journal } = test.backend.infrastructure;
    const other = test.browser();
    await other.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const append = jest.spyOn(journal, 'append').mockRejectedValue(new EventStoreUnavailable('away'));
    for (const path of paths(id).slice(1)) await other.get(path).expect(503);
    append.mockRestore();
  });

  it('refuses bad input with 400 or 404', async () => {
    const id = await create(party1);
    const wrong = [
      ['events?from=-1', 400],
      ['events?limit=501', 400],
      ['events?from=1.5', 400],
      ['at?time=yesterday', 400],
      ['at', 400],
      ['at/none', 404],
      ['at/-1', 404],
      ['at/9999999999', 404],
      ['at/1', 404],
    ] as const;
    for (const [path, status] of wrong) await auditor.get(`${LIST}/${id}/${path}`).expect(status);
    for (const query of ['status=gone', 'page=0', 'search=ab'])
      await auditor.get(`${LIST}?${query}`).expect(400);
    for (const path of ['events', 'at/0']) await auditor.get(`${LIST}/${UNKNOWN}/${path}`).expect(404);
  });
});

import { join } from 'node:path';
import { Client } from 'pg';
import type { AuditedEventsView, NdaAtView } from '@siegel/contracts/audit/views';
import type TestAgent from 'supertest/lib/agent.js';
import { appendFirstFormat } from '../../eventsourcing/journal/testing/first-format.js';
import { readFixtures } from '../../eventsourcing/journal/testing/fixtures.js';
import { ErasureList } from '../../erasure/erasure-list.js';
import { ndaStream } from '../../nda/nda.events.js';
import { newId } from '../../platform/crypto/ids.js';
import { signature, terms } from '../../../testing/steps/samples.js';
import { create, read, sign } from '../../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { until } from '../../platform/testing/until.js';
import { receiptOf } from '../../vault/erasure.js';
import { act } from '../../../testing/steps/act.js';

const AUDIT = '/api/audit/ndas';

describe('the history of an NDA with a fault', () => {
  let test: TestBackend;
  let party1: TestAgent;
  beforeAll(async () => {
    test = await startTestBackend();
    party1 = test.browser();
  });
  afterAll(() => test.stop());

  /**
   * Logs in as auditor.
   * @param backend the backend to use; it may be a second backend on the same database
   */
  async function auditorOf(backend: TestBackend): Promise<TestAgent> {
    const auditor = backend.browser();
    await auditor.post('/api/admin/login').send({ password: test.secrets.auditorPassword }).expect(200);
    return auditor;
  }
  const history = async (auditor: TestAgent, id: string): Promise<AuditedEventsView> =>
    (await auditor.get(`${AUDIT}/${id}/events`).expect(200)).body;
  const at = async (auditor: TestAgent, id: string, revision: number): Promise<NdaAtView> =>
    (await auditor.get(`${AUDIT}/${id}/at/${revision}`).expect(200)).body;
  const verdict = async (auditor: TestAgent, id: string): Promise<string> =>
    (await auditor.get(`${AUDIT}/${id}/verify`).expect(200)).body.verdict;

  it('shows that its key is missing although it was not destroyed, and every call answers', async () => {
    const other = await create(party1);
    const owner = test.browser();
    const { body: made, headers: given } = await owner.post('/api/ndas').send(terms).expect(201);
    const id: string = made.id;
    const [cookie = ''] = String(given['set-cookie']).split(';');
    await sign(owner, id, 1);
    await test.database.pool.query('DELETE FROM vault_keys WHERE subject = $1', [ndaStream(id)]);
    // A backend that has the key in memory continues to use it. Any other backend does not find the key.
    const { database, secrets } = test;
    const elsewhere = await startTestBackend({ on: { database, secrets } });
    try {
      const auditor = await auditorOf(elsewhere);
      const { items } = await history(auditor, id);
      expect(items[0]).toMatchObject({ data: null, erased: false, unreadable: 'key_missing', ip: null });
      expect(await at(auditor, id, 1)).toMatchObject({
        unreadable: 'key_missing',
        nda: { status: 'party1_signed', ideaTitle: null, party1Email: null },
      });
      expect(await verdict(auditor, id)).toBe('intact');
      const listed = (await auditor.get(AUDIT).expect(200)).body.items;
      expect(listed).toContainEqual(expect.objectContaining({ id, ideaTitle: null, erasedAt: null }));
      expect(listed).toContainEqual(expect.objectContaining({ id: other, ideaTitle: terms.ideaTitle }));
      const creator = elsewhere.browser().set('cookie', cookie);
      for (const call of [
        creator.get(`/api/ndas/${id}`),
        creator.post(`/api/ndas/${id}/sign`).send({ partyNumber: '2', signature: signature(2) }),
      ]) {
        const { status, body, headers } = await call;
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2']);
      }
    } finally {
      await elsewhere.stop();
    }
  });

  it('shows nothing personal once the NDA is erased, even if its key still exists', async () => {
    const id = await create(party1);
    await sign(party1, id, 1);
    const auditor = await auditorOf(test);
    expect((await at(auditor, id, 1)).nda).toMatchObject({ ideaTitle: terms.ideaTitle });
    const { vault } = test.backend.infrastructure;
    const destroying = jest.spyOn(vault, 'destroyKey').mockRejectedValue(new Error('not now'));
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    await until(async () => (await at(auditor, id, 1)).unreadable === 'erased');
    expect(await vault.keyIdOf(ndaStream(id))).toEqual(expect.any(String));
    const { items, total } = await history(auditor, id);
    expect([total, items.at(-1)?.type]).toEqual([3, 'NdaErased']);
    const told = JSON.stringify([items, await at(auditor, id, 0), await at(auditor, id, 2)]);
    for (const secret of [terms.ideaTitle, terms.party1Email, '127.0.0.1'])
      expect(told).not.toContain(secret);
    expect(items[0]).toMatchObject({ data: null, erased: true, unreadable: 'erased' });
    expect(await verdict(auditor, id)).toBe('intact');
    await party1.get(`/api/ndas/${id}`).expect(404);
    destroying.mockRestore();
  });

  describe('whose sealed byte was altered', () => {
    /** Alters a sealed byte in the log and in the row. */
    async function altered(id: string): Promise<void> {
      const past = new Client({ connectionString: test.database.url });
      await past.connect();
      await past.query("SET session_replication_role = 'replica'");
      const change = (sealed: string): string =>
        `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`;
      const { rows } = await past.query<{ text: string }>(
        "SELECT convert_from(data, 'UTF8') AS text FROM event_store.events WHERE stream = $1 AND revision = 0",
        [ndaStream(id)],
      );
      const data = JSON.parse(rows[0]?.text ?? '') as { sealed: string };
      // Waits until the row is written. A row that is written after the change would contain the state that
      // was read before the change.
      await until(async () => {
        const written = await past.query(
          `SELECT FROM ndas WHERE id = $1
           AND revision = (SELECT max(revision) FROM event_store.events WHERE stream = $2)`,
          [id, ndaStream(id)],
        );
        return written.rowCount === 1;
      });
      const bytes = Buffer.from(JSON.stringify({ ...data, sealed: change(data.sealed) }));
      await past.query('UPDATE event_store.events SET data = $2 WHERE stream = $1 AND revision = 0', [
        ndaStream(id),
        bytes,
      ]);
      await past.query(
        "UPDATE ndas SET sealed = jsonb_set(sealed, '{created,bytes}', to_jsonb($2::text)) WHERE id = $1",
        [id, change(data.sealed)],
      );
      await past.end();
    }

    it('is marked, still shown and listed, and used for nothing else', async () => {
      const owner = test.browser();
      const [id, other] = [await create(owner), await create(party1)];
      await sign(owner, id, 1);
      const auditor = await auditorOf(test);
      const admin = test.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      await altered(id);
      const { items } = await history(auditor, id);
      expect(items.map(({ unreadable }) => unreadable)).toEqual(['broken', null]);
      expect(await at(auditor, id, 1)).toMatchObject({
        unreadable: 'broken',
        nda: { status: 'party1_signed', ideaTitle: null },
      });
      expect(await verdict(auditor, id)).toBe('broken');
      const { body } = await admin.get('/api/admin/ndas').expect(200);
      expect(body.items.map((item: { id: string }) => item.id)).toContain(other);
      const { database, secrets } = test;
      const elsewhere = await startTestBackend({ on: { database, secrets } });
      try {
        const there = await auditorOf(elsewhere);
        for (const query of ['', `?search=${id}`]) {
          const { items: found } = (await there.get(`${AUDIT}${query}`).expect(200)).body;
          expect(found).toContainEqual(expect.objectContaining({ id, ideaTitle: null, erasedAt: null }));
        }
      } finally {
        await elsewhere.stop();
      }
      // A backend that had read the stream before the change still shows the NDA as it was recorded.
      const listed = (await auditor.get(AUDIT).expect(200)).body.items;
      expect(listed).toContainEqual(expect.objectContaining({ id, ideaTitle: terms.ideaTitle }));
      expect(await read(owner, id)).toMatchObject({ status: 'party1_signed', ideaTitle: terms.ideaTitle });
      const answer = await owner
        .post(`/api/ndas/${id}/sign`)
        .send({ partyNumber: '2', signature: signature(2) });
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    });

    it('is erased like any other, by each kind of request and after a restore', async () => {
      const admin = test.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      const [id, restored, kept] = [await create(party1), await create(party1), await create(party1)];
      for (const one of [id, restored, kept]) await altered(one);
      await admin.delete(`/api/admin/ndas/${id}`).expect(204);
      const { vault, receipts } = test.backend.infrastructure;
      expect(await vault.keyIdOf(ndaStream(id))).toBeUndefined();
      const stream = ndaStream(restored);
      const keyId = (await vault.keyIdOf(stream)) ?? '';
      const event = { eventId: newId(), eventHash: 'ab'.repeat(32) };
      const receipt = receiptOf(receipts, stream, { keyId, destroyedAt: new Date().toISOString(), ...event });
      await new ErasureList(test.dataDir).note([{ stream, ...receipt }]);
      const { database, secrets, dataDir } = test;
      const after = await startTestBackend({ on: { database, secrets, dataDir } });
      try {
        expect(await after.backend.infrastructure.vault.keyIdOf(ndaStream(restored))).toBeUndefined();
        const there = after.browser();
        await there.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
        const answer = await there.get(`/api/ndas/${kept}`);
        expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
      } finally {
        await after.stop();
      }
    });
  });

  it('in the first format of the service is read, replayed and verified', async () => {
    const id = newId();
    const fixtures = readFixtures(join(__dirname, '../../nda/fixtures'));
    const written = ['NdaCreated.v1', 'Party1Signed.v1', 'Party2Signed.v1', 'NdaCompleted.v1'].map(
      (type) => fixtures.get(type) as { type: string; open: object },
    );
    const auditor = await auditorOf(test);
    const time = '2026-11-12T10:00:00.000Z';
    await appendFirstFormat(test.backend.infrastructure, ndaStream(id), written.slice(0, 1), time);
    expect((await history(auditor, id)).total).toBe(1);
    expect(await at(auditor, id, 0)).toMatchObject({ nda: { status: 'draft' }, unreadable: null });
    await appendFirstFormat(test.backend.infrastructure, ndaStream(id), written.slice(1), time);
    const { items } = await history(auditor, id);
    expect(items.map(({ type, known, unreadable }) => [type, known, unreadable])).toEqual([
      ['NdaCreated', true, null],
      ['Party1Signed', true, null],
      ['Party2Signed', true, null],
      ['NdaCompleted', true, null],
    ]);
    expect((await at(auditor, id, 3)).nda).toMatchObject({ status: 'completed' });
    expect(await verdict(auditor, id)).toBe('intact');
  });
});

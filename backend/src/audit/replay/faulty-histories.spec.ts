import { join } from 'node:path';
import type { AuditedEventsView, NdaAtView } from '@siegel/contracts/audit/views';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { alterEvent } from '../../../testing/faults/altered-event.js';
import { appendFirstFormat } from '../../eventsourcing/journal/testing/first-format.js';
import { readFixtures } from '../../eventsourcing/journal/testing/fixtures.js';
import { ErasureList } from '../../erasure/erasure-list.js';
import { ndaStream } from '../../nda/nda.events.js';
import { newId } from '../../platform/crypto/ids.js';
import { signature, terms } from '../../../testing/steps/samples.js';
import { create, sign } from '../../../testing/steps/steps.js';
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

  describe('of which no event counts, because somebody altered the first one', () => {
    const expectClosed = ({ status, body, headers }: Response): void =>
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'stream_untrusted', undefined]);

    it('is shown to nobody, and is not unknown to the office', async () => {
      const owner = test.browser();
      const [id, other] = [await create(owner), await create(party1)];
      await sign(owner, id, 1);
      const [auditor, admin] = [await auditorOf(test), test.browser()];
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      await alterEvent(test.database.pool, ndaStream(id), 0);
      const { database, secrets } = test;
      const elsewhere = await startTestBackend({ on: { database, secrets } });
      try {
        const there = await auditorOf(elsewhere);
        expectClosed(await there.get(`${AUDIT}/${id}/events`));
        expectClosed(await there.get(`${AUDIT}/${id}/at/0`));
        expect((await there.get(`${AUDIT}/${id}/readings`).expect(200)).body.items).toEqual([]);
        await there.get(`${AUDIT}/${newId()}/readings`).expect(404);
        expect(await verdict(there, id)).toBe('broken');
        for (const browser of [there, auditor]) {
          const { body } = await browser.get(AUDIT).expect(200);
          expect(body.items.map((item: { id: string }) => item.id)).toContain(other);
        }
        const jar = Object.assign(elsewhere.browser(), { jar: owner.jar });
        await jar.get(`/api/ndas/${id}`).expect(404);
        await jar.get(`/api/ndas/${newId()}`).expect(404);
      } finally {
        await elsewhere.stop();
      }
      expectClosed(await admin.delete(`/api/admin/ndas/${id}`));
    });

    it('is erased once it is whole again, also if a restored list of erasures names it', async () => {
      const id = await create(party1);
      const stream = ndaStream(id);
      const { vault, receipts } = test.backend.infrastructure;
      const altered = await alterEvent(test.database.pool, stream, 0);
      const keyId = (await vault.keyIdOf(stream)) ?? '';
      const event = { eventId: newId(), eventHash: 'ab'.repeat(32) };
      const receipt = receiptOf(receipts, stream, { keyId, destroyedAt: new Date().toISOString(), ...event });
      await new ErasureList(test.dataDir).note([{ stream, ...receipt }]);
      const { database, secrets, dataDir } = test;
      const closed = await startTestBackend({ on: { database, secrets, dataDir } });
      const kept = await closed.backend.infrastructure.vault.keyIdOf(stream);
      await closed.stop();
      expect(kept).toBe(keyId);
      await altered.putBack();
      const open = await startTestBackend({ on: { database, secrets, dataDir } });
      try {
        expect(await open.backend.infrastructure.vault.keyIdOf(stream)).toBeUndefined();
      } finally {
        await open.stop();
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

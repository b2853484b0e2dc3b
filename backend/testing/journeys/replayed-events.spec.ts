import { randomBytes } from 'node:crypto';
import type { NdaView } from '@siegel/contracts/nda/view';
import type TestAgent from 'supertest/lib/agent.js';
import type { AppendSecret } from '#src/app/append-secret';
import { copyDatabase } from '#src/cli/copy-database';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { createTestDatabase } from '#src/platform/postgres/testing/test-database';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { type AttackedStore, attackedStore, type PlacedEvent, STORES } from '../faults/attacked-store.js';
import { invitedByLink, linkCall, untilInvitationSent } from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';

/** The office's view of an agreement, without the time since which it is closed. */
function withoutTime(view: NdaView) {
  const { untrustedSince: _untrustedSince, ...rest } = view;
  return rest;
}

async function adminOf(test: TestBackend): Promise<TestAgent> {
  const admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  return admin;
}

describe.each(firstUnlessAll(STORES))(
  'a genuine event that somebody writes a second time into %s',
  (kind) => {
    let store: AttackedStore;
    let test: TestBackend;
    let browser: TestAgent;
    let admin: TestAgent;
    beforeAll(async () => {
      store = await attackedStore(kind);
      test = await startTestBackend({ env: store.env });
      await store.attach(test.database);
      browser = test.browser();
      admin = await adminOf(test);
    });
    afterAll(async () => {
      await test.stop();
      await store.stop();
    });

    const rows = (id: string): Promise<readonly PlacedEvent[]> => store.rows(ndaStream(id));
    /** Waits until everything that the log had is processed: a whole agreement after it is delivered. */
    async function settled(): Promise<void> {
      const other = test.browser();
      const id = await signedByBoth(other);
      await payByCard(other, id);
      await untilSent(other, id);
    }
    /** Expects that nothing of the agreement has changed, and that it is closed from the replayed event on. */
    async function expectUntouched(id: string, before: NdaView): Promise<void> {
      const now = await read(admin, id);
      expect(withoutTime(now)).toEqual(withoutTime(before));
      expect(now.untrustedSince).toEqual(expect.any(String));
      const { untrusted } = await test.backend.infrastructure.log.load(ndaStream(id));
      expect(untrusted?.revision).toBe(before.revision + 1);
    }

    it('pays and sends nothing in another agreement, at the same revisions', async () => {
      const [paid, unpaid] = [await signedByBoth(browser), await signedByBoth(browser)];
      const before = await read(admin, unpaid);
      await payByCard(browser, paid);
      await untilSent(browser, paid);
      const payment = (await rows(paid)).slice(before.revision + 1);
      expect(payment.map(({ type }) => type.split('.')[0])).toContain('PaymentSucceeded');
      for (const event of payment) await store.append({ ...event, stream: ndaStream(unpaid), id: newId() });
      await settled();
      await expectUntouched(unpaid, before);
      expect((await browser.get(`/api/ndas/${unpaid}/pdf`)).status).toBeGreaterThanOrEqual(400);
      expect((await rows(unpaid)).length).toBe(before.revision + 1 + payment.length);
    });

    it('shows nobody the agreement of somebody else if the streams of two are swapped', async () => {
      const [mine, other] = [test.browser(), test.browser()];
      const ids = [
        await create(mine, { ideaTitle: 'Die eine Idee' }),
        await create(other, { ideaTitle: 'Die andere Idee' }),
      ] as const;
      const [one, another] = [await rows(ids[0]), await rows(ids[1])];
      for (const id of ids) await store.remove(ndaStream(id), 0);
      for (const event of one) await store.append({ ...event, stream: ndaStream(ids[1]) });
      for (const event of another) await store.append({ ...event, stream: ndaStream(ids[0]) });
      await settled();
      for (const id of ids) {
        const { events, untrusted } = await test.backend.infrastructure.log.load(ndaStream(id));
        expect([events, untrusted?.revision]).toEqual([[], 0]);
        for (const reader of [mine, other]) {
          const { status, text } = await reader.get(`/api/ndas/${id}`);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(text).not.toContain('Idee');
        }
      }
    });

    it('destroys no key of another agreement', async () => {
      const [erased, living] = [await create(browser), await create(browser)];
      for (const id of [erased, living]) await sign(browser, id, 1);
      const before = await read(admin, living);
      await admin.delete(`/api/admin/ndas/${erased}`).expect(204);
      const erasure = (await rows(erased)).find(({ type }) => type.startsWith('NdaErased.'));
      if (erasure === undefined) throw new Error('nothing was erased');
      expect(erasure.revision).toBe(before.revision + 1);
      await store.append({ ...erasure, stream: ndaStream(living), id: newId() });
      await settled();
      await expectUntouched(living, before);
      expect(await test.backend.infrastructure.vault.keyIdOf(ndaStream(living))).toEqual(expect.any(String));
    });

    it('opens no link again that a later event of its stream ended', async () => {
      const { browser: party1, id, token } = await invitedByLink(test);
      await untilInvitationSent(test, id);
      await test.browser().get(linkCall(token)).expect(200);
      await party1.post(`/api/ndas/${id}/cancel-remote-invite`).expect(200);
      await test.browser().get(linkCall(token)).expect(410);
      const before = await read(admin, id);
      const stored = await rows(id);
      const invitation = stored.find(({ type }) => type.startsWith('Party2Invited.'));
      if (invitation === undefined) throw new Error('nobody was invited');
      await store.append({ ...invitation, revision: stored.length, id: newId() });
      await settled();
      expect((await test.browser().get(linkCall(token, '/pdf'))).status).toBeGreaterThanOrEqual(400);
      const signing = test.browser().post(linkCall(token, '/sign'));
      expect((await signing.send({ signature: signature(2) })).status).toBeGreaterThanOrEqual(400);
      await expectUntouched(id, before);
      expect((await rows(id)).filter(({ type }) => type.startsWith('Party2Signed.'))).toEqual([]);
    });
  },
);

describe.each(firstUnlessAll(STORES))(
  'an event that a copy of the service wrote, with its log in %s',
  (kind) => {
    it('counts for nothing in the log of the original', async () => {
      const store = await attackedStore(kind);
      const first = await startTestBackend({ env: store.env });
      await store.attach(first.database);
      const browser = first.browser();
      const id = await create(browser);
      await sign(browser, id, 1);
      const before = await read(await adminOf(first), id);
      await first.backend.stop();
      const [copiedStore, database] = [await store.copy(), await createTestDatabase()];
      const opened: TestBackend[] = [];
      const start = async (...given: Parameters<typeof startTestBackend>): Promise<TestBackend> => {
        const started = await startTestBackend(...given);
        opened.push(started);
        return started;
      };
      try {
        await copyDatabase(first.database.url, database.url, { overwrite: true });
        // As `siegel secrets:make --copy-of` makes them: the key of the original, and a new one in front.
        const { log, keys } = first.secrets.appendKeys as AppendSecret;
        const secrets = { ...first.secrets, appendKeys: { log, keys: [randomBytes(32), ...keys] as const } };
        const copy = await start({ on: { database, secrets }, env: copiedStore.env });
        await copiedStore.attach(database);
        await sign(Object.assign(copy.browser(), { jar: browser.jar }), id, 2);
        await copy.backend.stop();
        const written = (await copiedStore.rows(ndaStream(id))).slice(before.revision + 1);
        expect(written.map(({ type }) => type.split('.')[0])).toEqual(
          expect.arrayContaining(['Party2Signed', 'NdaCompleted']),
        );

        for (const event of written) await store.append(event);
        const original = await start({ on: first, env: store.env });
        const party1 = Object.assign(original.browser(), { jar: browser.jar });
        const now = await read(await adminOf(original), id);
        expect(withoutTime(now)).toEqual(withoutTime(before));
        expect(now.untrustedSince).toEqual(expect.any(String));
        const { untrusted } = await original.backend.infrastructure.log.load(ndaStream(id));
        expect(untrusted).toEqual({ revision: before.revision + 1, fault: 'mac' });
        const act = { partyNumber: '2', signature: signature(2) };
        const { status, body } = await party1.post(`/api/ndas/${id}/sign`).send(act);
        expect([status, body.code]).toEqual([503, 'stream_untrusted']);
      } finally {
        for (const one of opened) await one.backend.stop();
        await first.stop();
        await database.drop();
        await copiedStore.stop();
        await store.stop();
      }
    });
  },
);

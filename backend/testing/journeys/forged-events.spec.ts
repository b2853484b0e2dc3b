import { createHash, randomBytes } from 'node:crypto';
import type { AdminNdaView } from '@siegel/contracts/admin/views';
import type { NdaView } from '@siegel/contracts/nda/view';
import type TestAgent from 'supertest/lib/agent.js';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import { parseData } from '#src/eventsourcing/journal/event-encoding';
import { chained } from '#src/eventsourcing/journal/testing/chained';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';
import { until } from '#src/platform/testing/until';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { disguisedAfter, type Disguise, DISGUISES, type Forged } from '../faults/disguised-events.js';
import { invitedByLink, linkCall, untilInvitationSent } from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';

describe.each(firstUnlessAll(['PostgreSQL', 'EventStoreDB'] as const))(
  'events that somebody wrote into %s',
  (kind) => {
    const server = new ProtocolServer();
    let test: TestBackend;
    let browser: TestAgent;
    let auditor: TestAgent;
    let admin: TestAgent;
    beforeAll(async () => {
      if (kind === 'EventStoreDB') await server.start();
      test = await startTestBackend({ env: kind === 'EventStoreDB' ? { EVENT_STORE_URL: server.url } : {} });
      await acceptUnmarked(test.database.pool);
      [browser, auditor, admin] = [test.browser(), test.browser(), test.browser()];
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      await auditor.post('/api/admin/login').send({ password: test.secrets.auditorPassword }).expect(200);
    });
    afterAll(async () => {
      await test.stop();
      await server.stop();
    });

    const parts = () => test.backend.infrastructure;
    const typesOf = async (id: string): Promise<string[]> =>
      (await parts().store.readStream(ndaStream(id))).map(({ type }) => type);

    /** Appends events to the end of an agreement's stream, directly in the store. */
    async function forge(id: string, disguise: Disguise, ...events: readonly Forged[]): Promise<void> {
      const { store, trust } = parts();
      const stream = ndaStream(id);
      const last = (await store.readStream(stream)).at(-1);
      if (last === undefined) throw new Error('there is no stream to forge');
      const written = disguisedAfter(last, trust.keys.log, disguise, events);
      await store.append(stream, last.revision, written);
    }

    /** Waits until everything that the log had is processed: a whole agreement after it is delivered. */
    async function settled(): Promise<void> {
      const other = test.browser();
      const id = await signedByBoth(other);
      await payByCard(other, id);
      await untilSent(other, id);
    }

    /** Expects that the agreement is as before, is closed since its last event, and is called broken. */
    async function expectUntouched(id: string, before: NdaView): Promise<void> {
      const { untrustedSince, legalHold, ...now } = (await read(admin, id)) as AdminNdaView;
      const { untrustedSince: _, ...then } = before;
      expect(now).toEqual(then);
      expect([untrustedSince, legalHold]).toEqual([expect.any(String), null]);
      expect((await auditor.get(`/api/audit/ndas/${id}/verify`).expect(200)).body).toMatchObject({
        verdict: 'broken',
        firstBroken: { revision: before.revision + 1 },
      });
    }

    describe.each(DISGUISES)('with %s', (disguise) => {
      it('sign nothing as Party 2 by a token of the forger', async () => {
        const { browser: party1, id } = await invitedByLink(test);
        await untilInvitationSent(test, id);
        const before = await read(party1, id);
        const events = await parts().store.readStream(ndaStream(id));
        const invitation = events.findLast(({ type }) => type.startsWith('Party2Invited'));
        if (invitation === undefined) throw new Error('nobody was invited');
        const open = parseData(invitation).open as { invitation: number };
        const token = randomBytes(32).toString('base64url');
        const tokenHash = createHash('sha256').update(token).digest('hex');
        await forge(id, disguise, {
          type: invitation.type,
          open: { ...open, tokenHash, invitation: open.invitation + 1 },
        });
        await settled();
        await test.browser().get(linkCall(token)).expect(404);
        const answer = await test
          .browser()
          .post(linkCall(token, '/sign'))
          .send({ signature: signature(2) });
        expect(answer.status).toBe(404);
        await expectUntouched(id, before);
      });

      it('pay nothing, complete nothing and send nothing', async () => {
        const id = await signedByBoth(browser);
        const before = await read(browser, id);
        const payment = { party: 1, attempt: 1, amount: 199, currency: 'EUR', provider: 'sandbox' };
        await forge(
          id,
          disguise,
          { type: 'PaymentRequested.v2', open: payment },
          {
            type: 'PaymentSucceeded.v2',
            open: { ...payment, paymentIntentId: `pi_${newId()}`, cardLastDigits: null },
          },
        );
        await settled();
        await expectUntouched(id, before);
        expect(
          (await typesOf(id)).filter((type) => /^(DocumentSealed|DocumentSent|NdaSent)\./.test(type)),
        ).toEqual([]);
        await browser
          .get(`/api/ndas/${id}/pdf`)
          .expect(({ status, body }) => expect([status, body.code]).toEqual([503, 'stream_untrusted']));
      });

      it('sign for Party 2 without a signature, and complete nothing', async () => {
        const id = await create(browser);
        await sign(browser, id, 1);
        const before = await read(browser, id);
        const [, signed] = await parts().store.readStream(ndaStream(id));
        const open = signed === undefined ? {} : parseData(signed).open;
        await forge(
          id,
          disguise,
          { type: 'Party2Signed.v2', open: { ...open, channel: { kind: 'in-person' }, tokenHash: null } },
          { type: 'NdaCompleted.v2', open: { agreementCommitment: 'a'.repeat(64) } },
        );
        await settled();
        await expectUntouched(id, before);
      });

      it('dispute nothing, and get into no evidence', async () => {
        const id = await signedByBoth(browser);
        await payByCard(browser, id);
        await untilSent(browser, id);
        await until(async () => (await typesOf(id)).includes('NdaSent.v1'));
        const before = await read(browser, id);
        await forge(id, disguise, { type: 'SignatureDisputed.v1', open: { party: 2 } });
        await settled();
        await expectUntouched(id, before);
        const { body } = await auditor.get(`/api/audit/ndas/${id}/evidence`).expect(409);
        expect(body.code).toBe('evidence_broken');
      });

      it('destroy no key', async () => {
        const id = await create(browser);
        await sign(browser, id, 1);
        const before = await read(browser, id);
        await forge(id, disguise, { type: 'NdaErased.v1', open: { reason: 'admin' } });
        await settled();
        await expectUntouched(id, before);
        expect(await parts().vault.keyIdOf(ndaStream(id))).toEqual(expect.any(String));
        const { rows } = await test.database.pool.query(
          'SELECT FROM vault_keys WHERE subject = $1 AND wrapped IS NOT NULL',
          [ndaStream(id)],
        );
        expect(rows).toHaveLength(1);
      });
    });

    it('in a stream of their own count for nothing, even if they look like events from before APPEND_KEY', async () => {
      const id = newId();
      const stream = ndaStream(id);
      const data = Buffer.from('{"open":{}}');
      const events = chained(
        [0, 1].map((revision) => ({ format: 1, stream, revision, id: newId(), type: 'NdaCreated.v1', data })),
      );
      await parts().store.append(stream, 'no-stream', events);
      await settled();
      const { events: trusted, untrusted } = await parts().log.load(stream);
      expect([trusted, untrusted]).toEqual([[], { revision: 0, fault: 'mac' }]);
      const { status, body } = await auditor.get(`/api/audit/ndas/${id}/events`);
      expect([status, body.code]).toEqual([503, 'stream_untrusted']);
      const { rows } = await test.database.pool.query('SELECT FROM ndas WHERE id = $1', [id]);
      expect(rows).toEqual([]);
    });
  },
);

import type TestAgent from 'supertest/lib/agent.js';
import { openInfrastructure } from '#src/app/infrastructure';
import { EventsLost } from '#src/app/lost-events';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { newId } from '#src/platform/crypto/ids';
import { silentLogger } from '#src/platform/logging/logger';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { until } from '#src/platform/testing/until';
import { leavesOfStream } from '#src/proof/leaves';
import { voucherDecider } from '#src/voucher/voucher.decider';
import { voucherStream } from '#src/voucher/voucher.events';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { type AttackedStore, attackedStore, STORES } from '../faults/attacked-store.js';
import { read, signedByBoth, untilSent } from '../steps/steps.js';

describe.each(firstUnlessAll(STORES))(
  'a redeemed voucher whose redemption somebody cuts off, in %s',
  (kind) => {
    let store: AttackedStore;
    let test: TestBackend;
    let admin: TestAgent;
    beforeEach(async () => {
      store = await attackedStore(kind);
      test = await startTestBackend({ env: store.env });
      await store.attach(test.database);
      admin = test.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    });
    afterEach(async () => {
      await test.stop();
      await store.stop();
    });

    const apply = (browser: TestAgent, id: string, code: string) =>
      browser.post(`/api/ndas/${id}/apply-voucher`).send({ voucherCode: code, partyNumber: '1' });
    const leaves = (stream: string) => leavesOfStream(test.database.pool, stream, 0, 100);

    /** Redeems a new voucher for an agreement, and waits until the redemption has a leaf. */
    async function redeemed() {
      const { body } = await admin.post('/api/admin/vouchers').send({}).expect(201);
      const browser = test.browser();
      const id = await signedByBoth(browser);
      await apply(browser, id, body.code).expect(200);
      await untilSent(browser, id);
      const stream = voucherStream(body.id);
      await until(async () => (await leaves(stream)).length === 2);
      return { code: body.code as string, voucherId: body.id as string, stream };
    }

    it('pays for no second agreement at a backend that saw the redemption, and no backend starts', async () => {
      const { code, stream } = await redeemed();
      await store.remove(stream, 1);
      const browser = test.browser();
      const id = await signedByBoth(browser);
      expect((await apply(browser, id, code)).status).toBe(503);
      expect(await read(browser, id)).toMatchObject({ paymentStatus: 'none', voucherCode: null });
      expect(await store.rows(stream)).toHaveLength(1);
      await expect(startTestBackend({ on: test, env: store.env })).rejects.toThrow(EventsLost);
    });

    it('is closed and told as soon as a process that never saw the redemption redeems it again', async () => {
      const { code, voucherId, stream } = await redeemed();
      const tampering = jest.spyOn(test.backend.infrastructure.tampering, 'found');
      const browser = test.browser();
      const id = await signedByBoth(browser);
      // A whole backend might lead work that reads the log. Then it would know the redemption, and refuse.
      const other = await openInfrastructure({
        databaseUrl: test.database.url,
        eventStoreUrl: store.url,
        secrets: test.secrets,
        logger: silentLogger,
        connectWithinMs: scaledTimeout(5000),
      });
      try {
        await store.remove(stream, 1);
        const redeem = { type: 'RedeemVoucher', ndaId: id, party: 1 } as const;
        const context = contextAt(new Date().toISOString(), { commandId: newId() });
        await other.commands.run(voucherDecider, voucherId, redeem, context);
        await until(async () => (await leaves(stream)).length === 3);
        await until(() => tampering.mock.calls.some(([what]) => what === 'forked'));
        const { log } = test.backend.infrastructure;
        await until(async () => (await log.load(stream)).untrusted?.revision === 1);
        expect((await apply(browser, id, code)).status).toBe(503);
      } finally {
        await other.close();
        tampering.mockRestore();
      }
    });
  },
);

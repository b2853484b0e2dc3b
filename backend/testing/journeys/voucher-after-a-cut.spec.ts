import type TestAgent from 'supertest/lib/agent.js';
import { EventsLost } from '#src/app/lost-events';
import { firstUnlessAll } from '#src/platform/testing/only-in-all';
import { until } from '#src/platform/testing/until';
import { leavesOfStream } from '#src/proof/leaves';
import { voucherStream } from '#src/voucher/voucher.events';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { type AttackedStore, attackedStore, STORES } from '../faults/attacked-store.js';
import { read, signedByBoth, untilSent } from '../steps/steps.js';

/** Number of vouchers that are redeemed until the other backend has not seen a redemption. */
const TRIES = 5;

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
    async function redeemed(): Promise<{ readonly code: string; readonly stream: string }> {
      const { body } = await admin.post('/api/admin/vouchers').send({}).expect(201);
      const browser = test.browser();
      const id = await signedByBoth(browser);
      await apply(browser, id, body.code).expect(200);
      await untilSent(browser, id);
      const stream = voucherStream(body.id);
      await until(async () => (await leaves(stream)).length === 2);
      return { code: body.code, stream };
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

    it('is closed and told as soon as a backend that never saw the redemption redeems it again', async () => {
      let { code, stream } = await redeemed();
      const tampering = jest.spyOn(test.backend.infrastructure.tampering, 'found');
      const other = await startTestBackend({ on: test, env: store.env });
      try {
        const browser = other.browser();
        const id = await signedByBoth(browser);
        // The other backend may have the lease of work that reads the log. Then it saw the redemption, and refuses.
        for (let tries = 1; ; tries += 1) {
          await store.remove(stream, 1);
          const { status } = await apply(browser, id, code);
          if (status === 200) break;
          expect(status).toBe(503);
          expect(tries).toBeLessThan(TRIES);
          ({ code, stream } = await redeemed());
        }
        await until(async () => (await leaves(stream)).length === 3);
        await until(() => tampering.mock.calls.some(([what]) => what === 'forked'));
        for (const one of [test, other]) {
          const { log } = one.backend.infrastructure;
          await until(async () => (await log.load(stream)).untrusted?.revision === 1);
          const next = one.browser();
          expect((await apply(next, await signedByBoth(next), code)).status).toBe(503);
        }
      } finally {
        await other.backend.stop();
        tampering.mockRestore();
      }
    });
  },
);

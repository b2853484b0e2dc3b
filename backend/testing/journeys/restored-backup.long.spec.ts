import { rm } from 'node:fs/promises';
import { copyDatabase } from '#src/cli/copy-database';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import type { NdaCommand } from '#src/nda/nda.commands';
import { ndaDecider } from '#src/nda/nda.decider';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { environmentOf } from '../backend/secrets.js';
import { acceptLosses } from '../log/accept-losses.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { voucherStream } from '#src/voucher/voucher.events';

type Backend = Pick<TestBackend, 'backend'>;

const give = (backend: Backend, ndaId: string, command: NdaCommand) =>
  backend.backend.infrastructure.commands.run(
    ndaDecider,
    ndaId,
    command,
    contextAt(new Date().toISOString(), { commandId: newId() }),
  );
const history = async (backend: Backend, ndaId: string) =>
  (await backend.backend.infrastructure.commands.state(ndaDecider, ndaId)).events;
const lastType = async (backend: Backend, stream: string): Promise<string | undefined> =>
  (await backend.backend.infrastructure.store.readStream(stream)).at(-1)?.type;

/**
 * A backup of the database, including its events, is made before the erasures. After the erasures, the
 * service is restored from everything that an operator has: the backup, the secrets and DATA_DIR.
 */
describe('a restored backup from before an erasure', () => {
  let first: TestBackend;
  let backup: TestDatabase;
  beforeAll(async () => {
    [first, backup] = [await startTestBackend(), await createTestDatabase()];
  });
  afterAll(async () => {
    await Promise.all([first.database.drop(), backup.drop()]);
    await rm(first.dataDir, { recursive: true, force: true });
  });

  it('brings back no agreement that was erased since', async () => {
    const { database, secrets, dataDir } = first;
    const [browser, admin] = [first.browser(), first.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body: voucher } = await admin
      .post('/api/admin/vouchers')
      .send({ recipientName: 'Erika' })
      .expect(201);
    const sent = await signedByBoth(browser);
    await payByCard(browser, sent);
    await untilSent(browser, sent);
    const [held, kept] = [await create(browser), await create(browser)];
    await give(first, held, { type: 'SetLegalHold', reason: 'Case 12 O 34/26' });
    await sign(browser, kept, 1);
    await first.backend.stop();
    // This start creates the tables of the backup, with the same version of the service. So copying the rows
    // is equivalent to restoring a dump.
    await (await startTestBackend({ on: { database: backup, secrets } })).stop();
    await copyDatabase(database.url, backup.url, { overwrite: true });

    const serving = await startTestBackend({ on: { database, secrets, dataDir } });
    await give(serving, held, { type: 'LiftLegalHold', reason: 'Case closed' });
    for (const ndaId of [sent, held]) {
      await give(serving, ndaId, { type: 'EraseNda', reason: 'admin' });
      await until(async () => (await lastType(serving, ndaStream(ndaId))) === 'NdaKeyDestroyed.v1');
    }
    const again = serving.browser();
    Object.assign(again, { jar: admin.jar });
    await again.delete(`/api/admin/vouchers/${voucher.id}`).expect(204);
    await until(
      async () => (await lastType(serving, voucherStream(voucher.id))) === 'VoucherKeyDestroyed.v1',
    );
    const receipts = new Map(
      await Promise.all(
        [sent, held].map(async (id) => [id, (await history(serving, id)).at(-1)?.open] as const),
      ),
    );
    await serving.backend.stop();

    const env = { DATABASE_URL: backup.url, DATA_DIR: dataDir, ...environmentOf(secrets) };
    const { statement: logAdopted } = await acceptLosses(env);
    const on = { database: backup, secrets: { ...secrets, logAdopted }, dataDir };
    const restored = await startTestBackend({ on });
    try {
      for (const ndaId of [sent, held]) {
        const events = await history(restored, ndaId);
        expect(events.at(-2)).toMatchObject({ type: 'NdaErased', open: { reason: 'restored' } });
        expect(events.at(-1)).toMatchObject({ type: 'NdaKeyDestroyed', open: receipts.get(ndaId) });
        expect(events[0]).toMatchObject({ personal: undefined, erased: true });
        const stored = await restored.backend.infrastructure.store.readStream(ndaStream(ndaId));
        expect(verifyChain(stored)).toMatchObject({ intact: true });
        const left = await backup.pool.query(
          `SELECT 1 FROM sealed_blobs WHERE subject = $1 UNION ALL SELECT 1 FROM mailbox_messages WHERE subject_stream = $1
           UNION ALL SELECT 1 FROM vault_keys WHERE subject = $1 AND wrapped IS NOT NULL`,
          [ndaStream(ndaId)],
        );
        expect(left.rowCount).toBe(0);
      }
      expect(await lastType(restored, voucherStream(voucher.id))).toBe('VoucherKeyDestroyed.v1');
      const visitor = restored.browser();
      Object.assign(visitor, { jar: browser.jar });
      await until(async () => (await visitor.get(`/api/ndas/${sent}`)).status === 404);
      expect((await read(visitor, kept)).status).toBe('party1_signed');
    } finally {
      await restored.backend.stop();
    }
    const once = await startTestBackend({ on });
    expect((await history(once, sent)).filter(({ type }) => type === 'NdaErased')).toHaveLength(1);
    await once.backend.stop();
  });
});

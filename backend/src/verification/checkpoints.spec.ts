import type { ReceiptProofView } from '@siegel/contracts/verification/checkpoints';
import { Client } from 'pg';
import type TestAgent from 'supertest/lib/agent.js';
import { ndaStream } from '../nda/nda.events.js';
import { provesInclusion } from '../proof/merkle-tree.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { create, sign } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { terms } from '../../testing/steps/samples.js';
import { verifyReceipt, verifyStatement } from '../vault/receipts.js';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('the checkpoints of the log', () => {
  let test: TestBackend;
  let auditor: TestAgent;
  let past: Client;
  beforeAll(async () => {
    test = await startTestBackend();
    auditor = test.browser();
    await auditor.post('/api/admin/login').send({ password: 'the-auditor-of-the-tests' }).expect(200);
    past = new Client({ connectionString: test.database.url });
    await past.connect();
  });
  afterAll(async () => {
    await past.end();
    await test.stop();
  });
  const made = async () => (await auditor.post('/api/audit/checkpoints').expect(201)).body;
  const verdict = async (id: string) => (await auditor.get(`/api/audit/ndas/${id}/verify`).expect(200)).body;

  it('cover the event of a receipt, and prove it to everybody', async () => {
    const anybody = test.browser();
    const { receipt } = (await anybody.post('/api/ndas').send(terms).expect(201)).body;
    const early = await anybody.get(`/api/receipts/${'ab'.repeat(32)}`).expect(404);
    expect(early.headers['retry-after']).toBe('60');
    expect(early.body.code).toBe('not_found');
    const checkpoint = await made();
    const { body } = await anybody.get(`/api/receipts/${receipt.eventHash}`).expect(200);
    const proof = body as ReceiptProofView;
    expect(proof.checkpoint).toEqual(checkpoint);
    const claim = {
      entry: bytes(receipt.eventHash),
      place: proof.index,
      size: checkpoint.size,
      root: bytes(checkpoint.root),
      proof: proof.proof.map(bytes),
    };
    expect(provesInclusion(claim)).toBe(true);
    const keys = await test.backend.infrastructure.receipts.publicKeys();
    const { signature, ...statement } = checkpoint;
    const key = keys.find(({ keyId }) => keyId === checkpoint.keyId);
    expect(verifyStatement(statement, signature, key)).toBe(true);
    const next = (await anybody.post('/api/ndas').send(terms).expect(201)).body.receipt;
    expect(next.lastCheckpoint).toBe(`${checkpoint.size}:${checkpoint.root}`);
    expect(verifyReceipt(next, keys)).toBe(true);
    await made();
    expect((await anybody.get(`/api/receipts/${receipt.eventHash}`)).body).toEqual(proof);
  });

  it('are listed for everybody, oldest first, after the last known one', async () => {
    await create(test.browser());
    const last = await made();
    expect(await made()).toEqual(last);
    const anybody = test.browser();
    const { items } = (await anybody.get('/api/checkpoints').expect(200)).body;
    expect(items.at(-1)).toEqual(last);
    expect((await anybody.get('/api/checkpoints?limit=1').expect(200)).body.items).toEqual(items.slice(0, 1));
    const after = (await anybody.get(`/api/checkpoints?after=${items[0].size}`).expect(200)).body;
    expect(after.items).toEqual(items.slice(1));
    for (const query of ['after=-1', 'after=x', 'limit=0', 'limit=1001', 'after=1e99'])
      await anybody.get(`/api/checkpoints?${query}`).expect(400);
    await anybody.get('/api/receipts/no-hash').expect(404);
  });

  it('are made, and compared with an NDA, only for admin and auditor', async () => {
    const id = await create(test.browser());
    await test.browser().post('/api/audit/checkpoints').expect(401);
    await test.browser().get(`/api/audit/ndas/${id}/verify`).expect(401);
    await auditor.get('/api/audit/ndas/01900000-0000-7000-8000-000000000000/verify').expect(404);
    await made();
    const admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const intact = { verdict: 'intact', events: 1, checkpoints: 1, firstBroken: null };
    expect((await admin.get(`/api/audit/ndas/${id}/verify`).expect(200)).body).toEqual(intact);
    await admin.delete(`/api/admin/ndas/${id}`);
    expect(await verdict(id)).toMatchObject({ verdict: 'intact' });
  });

  it('close the agreement at once if an event was altered that the backend knows from before', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await sign(browser, id, 1);
    const since = async () => (await browser.get(`/api/ndas/${id}`).expect(200)).body.untrustedSince;
    await since();
    const altered = await alterEvent(test.backend.infrastructure.pool, ndaStream(id), 1);
    expect(await since()).toBeNull();
    expect(await verdict(id)).toMatchObject({ firstBroken: { revision: 1, kind: 'altered' } });
    expect(await since()).not.toBeNull();
    await altered.putBack();
    expect(await since()).toBeNull();
  });

  it('reveal an altered event, a missing one, a proof that leads elsewhere, and an invalid signature', async () => {
    const [altered, gone, unproven] = [
      await create(test.browser()),
      await create(test.browser()),
      await create(test.browser()),
    ];
    const checkpoint = await made();
    const first = (id: string): string => `stream = '${ndaStream(id)}' AND revision = 0`;
    await past.query(`UPDATE event_store.events SET type = 'NdaCreated.v9' WHERE ${first(altered)}`);
    await past.query(`DELETE FROM event_store.events WHERE ${first(gone)}`);
    expect(await verdict(altered)).toMatchObject({ firstBroken: { revision: 0, kind: 'altered' } });
    expect(await verdict(gone)).toMatchObject({ events: 0, firstBroken: { revision: 0, kind: 'truncated' } });
    expect(await verdict(unproven)).toMatchObject({ verdict: 'intact' });
    await past.query('UPDATE log_checkpoints SET signature = $2 WHERE size = $1', [
      checkpoint.size,
      Buffer.alloc(64),
    ]);
    expect(await verdict(unproven)).toMatchObject({ firstBroken: { stream: null, kind: 'bad_signature' } });
    const statement = { ...checkpoint, signature: undefined, root: 'ab'.repeat(32) };
    const signature = test.backend.infrastructure.receipts.sign(statement);
    await past.query('UPDATE log_checkpoints SET signature = $2, root = $3 WHERE size = $1', [
      checkpoint.size,
      Buffer.from(signature, 'base64'),
      bytes('ab'.repeat(32)),
    ]);
    expect(await verdict(unproven)).toMatchObject({
      firstBroken: { revision: 0, kind: 'checkpoint_mismatch' },
    });
    await auditor.post('/api/audit/checkpoints').expect(503);
  });
});

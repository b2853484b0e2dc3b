import { rm } from 'node:fs/promises';
import type { LogVerificationView, SigningKeyView } from '@siegel/contracts/verification/whole-log';
import { Client } from 'pg';
import type TestAgent from 'supertest/lib/agent.js';
import type { RunningBackend } from '../app/backend-options.js';
import { ndaStream } from '../nda/nda.events.js';
import { beginRun } from '../proof/verification-run.js';
import { terms } from '../../testing/steps/samples.js';
import { create } from '../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { until } from '../platform/testing/until.js';
import { verifyReceipt } from '../vault/receipts.js';
import { livesOf } from './whole-log.queries.js';

const AUDITOR_PASSWORD = 'the-auditor-of-the-tests';

async function auditorOf(test: TestBackend): Promise<TestAgent> {
  const auditor = test.browser();
  await auditor.post('/api/admin/login').send({ password: AUDITOR_PASSWORD }).expect(200);
  return auditor;
}
const standing = async (auditor: TestAgent): Promise<LogVerificationView> =>
  (await auditor.get('/api/audit/verify').expect(200)).body;
const ended = (auditor: TestAgent): Promise<LogVerificationView> =>
  until(async () => {
    const view = await standing(auditor);
    return view.state === 'running' ? undefined : view;
  });

describe('the verification of the whole log', () => {
  let test: TestBackend;
  let auditor: TestAgent;
  let past: Client;
  let running: RunningBackend;
  beforeAll(async () => {
    test = await startTestBackend();
    running = test.backend;
    auditor = await auditorOf(test);
    past = new Client({ connectionString: test.database.url });
    await past.connect();
  });
  afterAll(async () => {
    await past.end();
    await running.stop();
    await test.database.drop();
    await rm(test.dataDir, { recursive: true, force: true });
  });

  it('is begun and read only by admin and auditor', async () => {
    await test.browser().post('/api/audit/verify').expect(401);
    await test.browser().get('/api/audit/verify').expect(401);
    expect(await standing(auditor)).toEqual({
      state: 'never',
      done: 0,
      total: 0,
      startedAt: null,
      finishedAt: null,
      verdict: null,
      checkpoints: 0,
      firstBroken: null,
    });
    const admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    await admin.post('/api/audit/verify').expect(202);
    expect((await ended(admin)).state).toBe('done');
  });

  it('reports its result, and detects rows that changed since the service read them', async () => {
    const ids = [await create(test.browser()), await create(test.browser())];
    await auditor.post('/api/audit/checkpoints').expect(201);
    expect((await auditor.post('/api/audit/verify').expect(202)).body).toEqual({ state: 'running' });
    const intact = await ended(auditor);
    expect(intact).toMatchObject({ state: 'done', verdict: 'intact', firstBroken: null });
    // The logins are events too, so a separate checkpoint may have been signed for them.
    expect(intact.checkpoints).toBeGreaterThanOrEqual(1);
    expect(intact.done).toBe(intact.total);
    expect(intact.done).toBeGreaterThanOrEqual(ids.length);
    expect(intact.finishedAt).not.toBeNull();
    const stream = ndaStream(ids[1] ?? '');
    const renamed = (type: string) =>
      past.query('UPDATE event_store.events SET type = $2 WHERE stream = $1', [stream, type]);
    const { rows } = await past.query<{ type: string }>(
      'SELECT type FROM event_store.events WHERE stream = $1',
      [stream],
    );
    await renamed('NdaCreated.v9');
    await auditor.post('/api/audit/verify').expect(202);
    expect(await ended(auditor)).toMatchObject({
      state: 'done',
      verdict: 'broken',
      firstBroken: { stream, revision: 0, kind: 'altered' },
    });
    await renamed(rows[0]?.type ?? '');
  });

  it('gives everybody the public keys for verifying receipts', async () => {
    const anybody = test.browser();
    const { receipt } = (await anybody.post('/api/ndas').send(terms).expect(201)).body;
    const { items } = (await anybody.get('/api/verify/keys').expect(200)).body as { items: SigningKeyView[] };
    expect(items).toMatchObject([{ keyId: receipt.keyId, until: null }]);
    expect(verifyReceipt(receipt, items)).toBe(true);
  });

  it('continues after a restart', async () => {
    await running.stop();
    await beginRun(test.database.pool, new Date());
    const again = await startTestBackend({ on: test });
    running = again.backend;
    expect(await ended(await auditorOf(again))).toMatchObject({ state: 'done', verdict: 'intact' });
  });
});

describe('the validity of a key', () => {
  const key = (keyId: string, since: string) => ({ keyId, publicKey: keyId, since });
  const [one, two, three] = [key('1', '2026-01-01'), key('2', '2027-01-01'), key('3', '2028-01-01')];

  it('ends when the next one comes', () => {
    expect(livesOf([one, two, three], '3').map(({ until: end }) => end)).toEqual([
      '2027-01-01',
      '2028-01-01',
      null,
    ]);
  });

  it('has no end if the key is in use again', () => {
    expect(livesOf([one, two], '1')).toEqual([
      { ...one, until: null },
      { ...two, until: null },
    ]);
  });
});

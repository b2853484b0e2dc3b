import type { AuditedEventsView } from '@siegel/contracts/audit/views';
import type TestAgent from 'supertest/lib/agent.js';
import type { EventBytes } from '#src/eventsourcing/event-store/event-store';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import { appendFirstFormat } from '#src/eventsourcing/journal/testing/first-format';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { readModelsOf } from '../backend/read-models.js';
import { signature } from '../steps/samples.js';
import { create, payByCard, read, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/** Makes an event without the metadata of our hash chain, as another program would append it. */
const foreign = (type: string, data = '{"open":{}}'): EventBytes => ({
  id: newId(),
  type,
  data: Buffer.from(data),
  metadata: Buffer.from('{"$correlationId":"others"}'),
});

describe('a log with events that this version does not know', () => {
  let test: TestBackend;
  let party1: TestAgent;
  let admin: TestAgent;
  /**
   * Ids of drafts with foreign events in their streams. The foreign events are unreadable, of a later
   * version, or have wrong fields.
   */
  let unreadable: string;
  let later: string;
  let misshaped: string;

  beforeAll(async () => {
    test = await startTestBackend();
    [party1, admin] = [test.browser(), test.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    [unreadable, later] = [await create(party1), await create(party1)];
    misshaped = await create(party1);
    const { infrastructure } = test.backend;
    await acceptUnmarked(infrastructure.pool);
    await infrastructure.store.append(ndaStream(unreadable), 0, [
      foreign('Party1Signed.v2', '%PDF-1.7'),
      foreign('constructor'),
    ]);
    const written = [
      { type: 'SomethingNew.v1', open: { reason: 'retention' } },
      { type: 'Party1Signed.v9', open: { mode: 'by post' }, personal: { signatureHash: 'none' } },
      { type: 'NdaErased.v9', open: {} },
    ];
    await appendFirstFormat(infrastructure, ndaStream(later), written, new Date().toISOString());
    const wrong = [
      { type: 'Party1Signed.v2', open: { mode: 7 }, personal: { signatureHash: 'none' } },
      { type: 'PaymentRequested.v2', open: { party: 3, attempt: 'one', amount: 1e300 } },
      { type: 'NdaCreated.v2', open: { chain: 'none', replaces: 'none' } },
    ];
    await appendFirstFormat(infrastructure, ndaStream(misshaped), wrong, new Date().toISOString());
    for (const stream of ['nda-of-others', 'voucher-of-others', 'withdrawal-of-others', 'access-of-others'])
      await infrastructure.store.append(stream, 'no-stream', [
        foreign('NdaCreated.v2'),
        foreign('VoucherIssued.v1', '\u0000'),
      ]);
    await infrastructure.store.append('others-1', 'no-stream', [foreign('Anything')]);
  });
  afterAll(() => test.stop());

  const isReady = async (): Promise<boolean> => (await test.browser().get('/health/ready')).status === 200;
  const history = async (id: string): Promise<AuditedEventsView> =>
    (await admin.get(`/api/audit/ndas/${id}/events`).expect(200)).body;
  const verdict = async (id: string): Promise<object> =>
    (await admin.get(`/api/audit/ndas/${id}/verify`).expect(200)).body;

  it('works: agreements made after them are folded, paid, delivered and counted', async () => {
    const id = await signedByBoth(party1);
    await payByCard(party1, id);
    await untilSent(party1, id);
    await until(isReady);
    const listed = async (): Promise<string[]> =>
      (await admin.get('/api/audit/ndas').expect(200)).body.items.map((item: { id: string }) => item.id);
    await until(async () => (await listed()).includes(id));
  });

  it('folds none of these events, and shows the state before them', async () => {
    await until(async () => (await read(party1, later)).revision === 3);
    expect(await read(party1, later)).toMatchObject({ status: 'draft', signatureMode: null });
    expect(await read(party1, unreadable)).toMatchObject({ status: 'draft', revision: 0 });
    await until(async () => (await read(party1, misshaped)).revision === 3);
    expect(await read(party1, misshaped)).toMatchObject({ status: 'draft', signatureMode: null });
    const then = (await admin.get(`/api/audit/ndas/${later}/at/3`).expect(200)).body;
    expect(then).toMatchObject({ revision: 3, nda: { status: 'draft', deletedAt: null }, changes: [] });
  });

  it('records nothing more in such a stream, and reports that', async () => {
    for (const id of [later, misshaped]) {
      const command = { partyNumber: '1', signature: signature(1), signatureMode: 'in-person' };
      const { body, headers } = await party1.post(`/api/ndas/${id}/sign`).send(command).expect(503);
      expect([body.code, headers['retry-after']]).toEqual(['not_understood', '2']);
      expect(body.message).toContain('die diese Version des Dienstes nicht kennt');
      expect((await admin.delete(`/api/admin/ndas/${id}`).expect(503)).body.code).toBe('not_understood');
      await admin.get(`/api/audit/ndas/${id}/readings`).expect(200);
    }
    expect((await history(later)).total).toBe(4);
    // Nobody with a key of the log wrote these events, so they close the stream.
    expect((await admin.delete(`/api/admin/ndas/${unreadable}`).expect(503)).body.code).toBe(
      'stream_untrusted',
    );
  });

  it('shows the events in the audit under their own type, and verification includes them', async () => {
    const told = async (id: string): Promise<unknown[]> =>
      (await history(id)).items
        .slice(1)
        .map(({ type, version, known, data, unreadable: why }) => [type, version, known, data, why]);
    expect(await told(later)).toEqual([
      ['SomethingNew', 1, false, { reason: 'retention' }, null],
      ['Party1Signed', 9, false, { mode: 'by post', signatureHash: 'none' }, null],
      ['NdaErased', 9, false, {}, null],
    ]);
    expect(await told(misshaped)).toEqual([
      ['Party1Signed', 2, false, { mode: 7, signatureHash: 'none' }, null],
      ['PaymentRequested', 2, false, { party: 3, attempt: 'one', amount: 1e300 }, null],
      ['NdaCreated', 2, false, { chain: 'none', replaces: 'none' }, null],
    ]);
    expect(await told(unreadable)).toEqual([]);
    expect((await history(unreadable)).untrustedSince).toEqual(expect.any(String));
    await admin.post('/api/audit/checkpoints').expect(201);
    expect(await verdict(later)).toMatchObject({ verdict: 'intact', events: 4 });
    expect(await verdict(misshaped)).toMatchObject({ verdict: 'intact', events: 4 });
    expect(await verdict(unreadable)).toMatchObject({ verdict: 'broken', firstBroken: { revision: 1 } });
  });

  it('allows read models to be rebuilt, and a backend to start', async () => {
    await readModelsOf(test.backend.infrastructure);
    await test.backend.stop();
    const { database, secrets, dataDir } = test;
    const again = await startTestBackend({ on: { database, secrets, dataDir } });
    try {
      await until(async () => (await again.browser().get('/health/ready')).status === 200);
      // Other programs' streams are not counted as agreements with a missing key. One stream is closed.
      expect((await again.browser().get('/health/ready')).body.warnings).toEqual([
        expect.stringContaining('Events of 1 stream,'),
      ]);
    } finally {
      await again.stop();
    }
  });
});

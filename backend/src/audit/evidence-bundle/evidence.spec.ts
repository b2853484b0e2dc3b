import type { IncomingMessage } from 'node:http';
import { Client } from 'pg';
import type TestAgent from 'supertest/lib/agent.js';
import { madeLeaf } from '../../proof/testing/made-leaf.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { appendFirstFormat } from '../../eventsourcing/journal/testing/first-format.js';
import { ndaStream } from '../../nda/nda.events.js';
import type { SealTrustSource } from '../../pades/seal-trust.js';
import { SEAL_TRUST } from '../../platform/wiring/tokens.js';
import type { Opening } from '../../proof/bundle/bundle-files.js';
import { readBundle } from '../../proof/bundle/read-bundle.js';
import { readZip } from '../../proof/bundle/read-zip.js';
import { type BundleVerdict, verifyBundle } from '../../proof/bundle/verify-bundle.js';
import { create, payByCard, sign, signedByBoth, untilSent } from '../../../testing/steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { until } from '../../platform/testing/until.js';
import { KeyMissing } from '../../vault/vault.js';
import { eventsOf } from '../../../testing/steps/act.js';
import { SerialQueue } from './serial-queue.js';

const UNKNOWN = '01930000-0000-7000-8000-000000000001';

let test: TestBackend;
let admin: TestAgent;
let auditor: TestAgent;
let party1: TestAgent;
let past: Client;
beforeAll(async () => {
  test = await startTestBackend();
  [admin, auditor, party1] = [test.browser(), test.browser(), test.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  await auditor.post('/api/admin/login').send({ password: test.secrets.auditorPassword }).expect(200);
  past = new Client({ connectionString: test.database.url });
  await past.connect();
});
afterAll(async () => {
  await past.end();
  await test.stop();
});

const addressOf = (id: string): string => `/api/audit/ndas/${id}/evidence`;

/** Reads a response as bytes. By default the client reads unknown content types as text. */
const asBytes = (answer: unknown, done: (error: Error | null, body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  (answer as IncomingMessage)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
};
async function evidence(id: string, as: TestAgent = auditor): Promise<Buffer> {
  const { body, headers } = await as.get(addressOf(id)).buffer(true).parse(asBytes).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="siegel-${id}.zip"`,
    'cache-control': 'private, no-store',
  });
  return body as Buffer;
}

async function verdictOf(bundle: Buffer): Promise<BundleVerdict> {
  const keys = await test.backend.infrastructure.receipts.publicKeys();
  return verifyBundle(bundle, { keys, certificates: undefined });
}
const statesOf = (openings: readonly Opening[]): string[] => [
  ...new Set(openings.map(({ part, state }) => `${part} ${state}`)),
];
const contentOf = (bundle: Buffer) => readBundle(readZip(bundle));

describe('the evidence of an NDA', () => {
  it('proves a signed and sent NDA without the service, and stays the same', async () => {
    await auditor.post('/api/audit/checkpoints').expect(201);
    const id = await signedByBoth(party1);
    await payByCard(party1, id);
    await untilSent(party1, id);
    // The confirmation of the order (`NoticeSent`) is the last event that the service records without a
    // request.
    await until(async () => (await eventsOf(test, id)).some(({ type }) => type === 'NoticeSent'));
    const bundle = await evidence(id);
    const found = await verdictOf(bundle);
    expect(found).toMatchObject({ verdict: 'intact', facts: { stream: ndaStream(id) } });
    const content = contentOf(bundle);
    expect(found.facts?.events).toBe(content.events.length);
    const pdf = await admin.get(`/api/ndas/${id}/pdf`).expect(200);
    expect(content.document?.equals(pdf.body as Buffer)).toBe(true);
    expect(content.certificates).toHaveLength(1);
    expect(content.consistency.length).toBeGreaterThan(0);
    expect(statesOf(content.openings)).toEqual(['personal opened', 'origin withheld']);
    expect(JSON.stringify(content.openings)).not.toContain('127.0.0.1');
    await create(party1);
    await auditor.post('/api/audit/checkpoints').expect(201);
    expect((await evidence(id, admin)).equals(bundle)).toBe(true);
  });

  it('exists for a draft, and grows with its events', async () => {
    const id = await create(party1);
    const first = await evidence(id);
    expect(await verdictOf(first)).toMatchObject({ verdict: 'intact', facts: { events: 1, shut: 0 } });
    expect(contentOf(first)).toMatchObject({ document: undefined, certificates: [] });
    await sign(party1, id, 1);
    const second = await evidence(id);
    expect(await verdictOf(second)).toMatchObject({ verdict: 'intact', facts: { events: 2, shut: 1 } });
  });

  it('proves the events of an erased NDA, and contains nothing personal', async () => {
    const id = await create(party1, { ideaTitle: 'Vergessenes Vorhaben' });
    await sign(party1, id, 1);
    expect((await evidence(id)).includes('Vergessenes Vorhaben')).toBe(true);
    await admin.delete(`/api/admin/ndas/${id}`).expect(204);
    const bundle = await evidence(id);
    expect(await verdictOf(bundle)).toMatchObject({ verdict: 'intact' });
    expect(contentOf(bundle)).toMatchObject({ agreement: undefined, document: undefined });
    expect(statesOf(contentOf(bundle).openings)).toEqual(['personal erased', 'origin erased']);
    expect(bundle.includes('Vergessenes Vorhaben')).toBe(false);
  });

  it('reports a missing key', async () => {
    const id = await create(party1);
    const { vault } = test.backend.infrastructure;
    const open = jest.spyOn(vault, 'open').mockRejectedValue(new KeyMissing(ndaStream(id)));
    try {
      const bundle = await evidence(id);
      expect(await verdictOf(bundle)).toMatchObject({ verdict: 'intact', facts: { shut: 1 } });
      expect(statesOf(contentOf(bundle).openings)).toEqual(['personal key_missing']);
    } finally {
      open.mockRestore();
    }
  });

  it('withholds parts that format 1 sealed together with an origin, and accepts events of every type', async () => {
    const id = await create(party1);
    await appendFirstFormat(
      test.backend.infrastructure,
      ndaStream(id),
      [
        { type: 'SomethingNew.v7', open: { by: 'a later version' } },
        {
          type: 'SomethingOld.v1',
          open: {},
          personal: { of: 'somebody' },
          origin: { ip: '203.0.113.5', userAgent: 'Old' },
        },
        { type: 'SomethingOld.v1', open: {}, personal: { of: 'somebody' } },
      ],
      '2030-11-26T10:00:00.000Z',
    );
    const bundle = await evidence(id);
    expect(await verdictOf(bundle)).toMatchObject({ verdict: 'intact', facts: { events: 4, shut: 1 } });
    expect(statesOf(contentOf(bundle).openings)).toEqual([
      'personal opened',
      'whole withheld',
      'whole opened',
    ]);
    expect(JSON.stringify(contentOf(bundle).openings)).not.toContain('203.0.113.5');
  });

  it('is refused for a history that is not as it was recorded', async () => {
    const [altered, forked] = [await create(party1), await create(party1)];
    await auditor.post('/api/audit/checkpoints').expect(201);
    const { pool, tree } = test.backend.infrastructure;
    const typed = (type: string): Promise<unknown> =>
      past.query('UPDATE event_store.events SET type = $1 WHERE stream = $2', [type, ndaStream(altered)]);
    await typed('NdaCreated.v9');
    const place = { stream: ndaStream(forked), revision: 0 };
    const putBack = await madeLeaf(pool, tree.seals.leaves, { ...place, to: { eventHash: '01'.repeat(32) } });
    for (const id of [altered, forked])
      expect((await auditor.get(addressOf(id)).expect(409)).body.code).toBe('evidence_broken');
    await typed('NdaCreated.v2');
    await putBack();
    expect(await verdictOf(await evidence(altered))).toMatchObject({ verdict: 'intact' });
  });
});

describe('the evidence of a history that lost something', () => {
  const refused = async (id: string): Promise<string> =>
    (await auditor.get(addressOf(id)).expect(409)).body.code as string;

  it('is refused, even if a checkpoint covers all remaining events', async () => {
    const [shorter, gone, forked] = [await create(party1), await create(party1), await create(party1)];
    const other = await create(party1);
    for (const id of [shorter, forked]) await sign(party1, id, 1);
    await auditor.post('/api/audit/checkpoints').expect(201);
    for (const id of [shorter, gone, forked])
      expect(await verdictOf(await evidence(id))).toMatchObject({ verdict: 'intact' });
    // Deletes events, as if an older copy of the events had been restored.
    await past.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 1', [
      ndaStream(shorter),
    ]);
    await past.query('DELETE FROM event_store.events WHERE stream = $1', [ndaStream(gone)]);
    // Changes the leaves of the log, as if the agreement had received another event after that restore. Two
    // different events then have the same revision.
    const { pool, tree } = test.backend.infrastructure;
    await madeLeaf(pool, tree.seals.leaves, {
      stream: ndaStream(other),
      revision: 0,
      to: { stream: ndaStream(forked), revision: 1 },
    });
    for (const id of [shorter, gone, forked]) expect(await refused(id)).toBe('evidence_broken');
  });

  it('is refused without the certificate of its seal, until the certificate is back', async () => {
    const id = await signedByBoth(party1);
    await payByCard(party1, id);
    await untilSent(party1, id);
    const trust = test.backend.app.get<SealTrustSource>(SEAL_TRUST, { strict: false });
    const certificates = jest.spyOn(trust, 'certificates').mockResolvedValue([]);
    expect(await refused(id)).toBe('evidence_broken');
    certificates.mockRestore();
    expect(await verdictOf(await evidence(id))).toMatchObject({ verdict: 'intact' });
  });

  it('is refused without the document of record, with an answer that suggests no retry', async () => {
    const id = await signedByBoth(party1);
    await payByCard(party1, id);
    await untilSent(party1, id);
    const changed = (bytes: string): Promise<unknown> =>
      past.query(`UPDATE sealed_blobs SET bytes = ${bytes} WHERE subject = $1 AND label LIKE 'document%'`, [
        ndaStream(id),
      ]);
    await changed("bytes || '\\x00'::bytea");
    expect(await refused(id)).toBe('evidence_broken');
    await past.query("DELETE FROM sealed_blobs WHERE subject = $1 AND label LIKE 'document%'", [
      ndaStream(id),
    ]);
    expect(await refused(id)).toBe('evidence_broken');
    const { body } = await auditor.get(`/api/audit/ndas/${id}/verify`).expect(200);
    expect(body.firstBroken).toBeNull();
  });
});

describe('access to the evidence', () => {
  it('is for admin and auditor only, and is recorded', async () => {
    const id = await create(party1);
    await party1.get(addressOf(id)).expect(401);
    await auditor.get(addressOf(UNKNOWN)).expect(404);
    await evidence(id, admin);
    const kinds = async (): Promise<string[]> =>
      (await auditor.get(`/api/audit/ndas/${id}/readings`).expect(200)).body.items.map(
        ({ what }: { what: string }) => what,
      );
    await until(async () => (await kinds()).includes('evidence'));
  });
});

it('evidence is not sent if the reading cannot be recorded', async () => {
  const id = await create(party1);
  await evidence(id, admin);
  const append = jest
    .spyOn(test.backend.infrastructure.journal, 'append')
    .mockRejectedValue(new EventStoreUnavailable('away'));
  try {
    const { body, headers } = await auditor.get(addressOf(id)).expect(503);
    expect([body.code, headers['retry-after'], headers['content-disposition']]).toEqual([
      'unavailable',
      '2',
      undefined,
    ]);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  } finally {
    append.mockRestore();
  }
  expect(await verdictOf(await evidence(id))).toMatchObject({ verdict: 'intact' });
});

describe('simultaneous requests for evidence', () => {
  it('are handled one by one; at most eight are accepted, and a closed connection frees its place', async () => {
    const id = await create(party1);
    const { vault } = test.backend.infrastructure;
    const open = vault.open.bind(vault);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const opening = jest.spyOn(vault, 'open').mockImplementation(async (sealed) => {
      await held;
      return open(sealed);
    });
    const taking = jest.spyOn(SerialQueue.prototype, 'run');
    const taken = (count: number): Promise<unknown> => until(() => taking.mock.calls.length === count);
    const ask = () => {
      const call = auditor.get(addressOf(id)).buffer(true).parse(asBytes);
      const answer = call.then(
        ({ status }) => status,
        () => 'gone',
      );
      return { call, answer };
    };
    try {
      const first = ask();
      await taken(1);
      const others = Array.from({ length: 7 }, ask);
      await taken(8);
      const { body, headers } = await auditor.get(addressOf(id)).expect(503);
      expect([body.code, headers['retry-after']]).toEqual(['unavailable', '2']);

      const left = Promise.race(
        taking.mock.results.slice(1, 8).map(({ value }) => value.catch(() => 'left')),
      );
      others[3]?.call.abort();
      expect(await left).toBe('left');
      const last = ask();
      await taken(10);
      release();
      const answers = await Promise.all([first, ...others, last].map(({ answer }) => answer));
      expect(answers.toSorted()).toEqual([...Array.from({ length: 8 }, () => 200), 'gone']);
    } finally {
      release();
      taking.mockRestore();
      opening.mockRestore();
    }
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { EVIDENCE_FILE_NAME } from '@siegel/contracts/evidence/evidence';
import type TestAgent from 'supertest/lib/agent.js';
import { madeLeaf } from '../proof/testing/made-leaf.js';
import { consistentForgeries } from '../delivery/testing/evidence-changes.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { chainedEvent } from '../eventsourcing/journal/testing/chained.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { signCms } from '../pades/build-cms.js';
import { OID } from '../pades/oids.js';
import { readAttachment } from '../pades/read-attachment.js';
import { splitSignedPdf } from '../pades/testing/signed-pdf-parts.js';
import { readSeal } from '../pades/verify-seal.js';
import { payByCard, signedByBoth, untilSent } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { type AttackedStore, attackedStore, STORES } from '../../testing/faults/attacked-store.js';
import { firstUnlessAll } from '../platform/testing/only-in-all.js';
import { cmsOf, withCms } from './testing/mutations.js';
import { withAttachment, withChangedPage } from './testing/rebuilds.js';
import { type Twin, twinOf } from './testing/twins.js';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The forger can write rows and events, but has none of the service's keys. */
const closed = { verdict: 'unknown', reasons: ['record_closed'] };

describe.each(firstUnlessAll(STORES))('a document that somebody with write access to %s forged', (kind) => {
  let store: AttackedStore;
  let backend: TestBackend;
  let browser: TestAgent;
  let stream: string;
  let genuine: Buffer;
  let twin: Twin;
  beforeAll(async () => {
    store = await attackedStore(kind);
    backend = await startTestBackend({ env: store.env });
    await store.attach(backend.database);
    browser = backend.browser();
  });
  afterAll(async () => {
    await backend.stop();
    await store.stop();
  });
  beforeEach(async () => {
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
    stream = ndaStream(id);
    genuine = (await browser.get(`/api/ndas/${id}/pdf`).buffer(true).expect(200)).body as Buffer;
    twin = await twinOf([certificateOf(genuine)]);
  });

  const certificateOf = (pdf: Buffer): Buffer => readSeal(cmsOf(pdf)).certificate;
  const verdictOn = async (pdf: Buffer): Promise<{ verdict: string; reasons: string[] }> => {
    const { body } = await browser
      .post('/api/verify')
      .set('content-type', 'application/pdf')
      .send(pdf)
      .expect(200);
    const { verdict, reasons } = body as { verdict: string; reasons: { code: string }[] };
    return { verdict, reasons: reasons.map(({ code }) => code) };
  };
  const sealedByTwin = async (pdf: Buffer): Promise<Buffer> =>
    withCms(
      pdf,
      await signCms({ type: OID.data, bytes: splitSignedPdf(pdf).covered, detached: true }, twin, undefined),
    );
  const sql = (text: string, values: readonly unknown[] = []) =>
    backend.database.pool.query(text, [...values]);
  const insertCertificate = () =>
    sql('INSERT INTO seal_certificates (fingerprint, certificate, first_used_at) VALUES ($1, $2, now())', [
      sha256(twin.chain[0]),
      twin.chain[0],
    ]);
  /** Inserts a copy of the genuine event, with another file and certificate. */
  async function insertSealed(pdf: Buffer, certificateHash: string): Promise<void> {
    const events = await store.rows(stream);
    const original = events.find(({ type }) => type.startsWith('DocumentSealed'));
    const last = events.at(-1);
    if (original === undefined || last === undefined) throw new Error('nothing was sealed');
    const { open, ...rest } = JSON.parse(Buffer.from(original.data).toString('utf8')) as {
      open: Record<string, unknown>;
    };
    const changed = { ...open, documentHash: sha256(pdf), bytes: pdf.length, certificateHash };
    const forged = chainedEvent(
      {
        format: 2,
        stream,
        revision: last.revision + 1,
        id: randomUUID(),
        type: original.type,
        data: Buffer.from(JSON.stringify({ open: changed, ...rest })),
      },
      metadataOf(last)?.hash ?? '',
    );
    await store.append({ ...forged, stream, revision: last.revision + 1 });
  }
  /** Records an event of the service itself, so that the stream stays open. */
  async function recordSealed(pdf: Buffer, certificateHash: string): Promise<void> {
    const { journal } = backend.backend.infrastructure;
    const { events, head } = await journal.load<NdaEvent>(stream);
    const sealed = events.find((event) => event.type === 'DocumentSealed');
    if (sealed?.type !== 'DocumentSealed') throw new Error('nothing was sealed');
    const open = { ...sealed.open, documentHash: sha256(pdf), bytes: pdf.length, certificateHash };
    await journal.append(head, [{ type: 'DocumentSealed', open }], contextAt(new Date().toISOString()));
  }
  const forgeries = (): { name: string; text: string }[] =>
    consistentForgeries({ text: readAttachment(genuine, EVIDENCE_FILE_NAME)?.toString('utf8') ?? '' });

  it('is never authentic: neither by a row with its certificate, nor with an event that names the file', async () => {
    const original = await verdictOn(genuine);
    expect(original).toMatchObject({ verdict: 'authentic' });
    const [forgery] = forgeries();
    const forged = await sealedByTwin(withAttachment(genuine, EVIDENCE_FILE_NAME, forgery?.text ?? ''));
    const foreign = { verdict: 'unknown', reasons: ['foreign_seal'] };
    expect(await verdictOn(forged)).toEqual(foreign);
    await insertCertificate();
    expect(await verdictOn(forged)).toEqual(foreign);
    await insertSealed(forged, sha256(twin.chain[0]));
    expect(await verdictOn(forged)).toEqual(closed);
    expect(await verdictOn(genuine)).toEqual(closed);
  });

  it('is unknown with one changed page and genuine evidence, because the event that names it closes the stream', async () => {
    const forged = await sealedByTwin(withChangedPage(genuine));
    await insertCertificate();
    await insertSealed(forged, sha256(twin.chain[0]));
    expect(await verdictOn(forged)).toEqual(closed);
    const { events, untrusted } = await backend.backend.infrastructure.log.load(stream);
    expect(untrusted).toEqual({ revision: events.length, fault: 'mac' });
    expect(await verdictOn(genuine)).toEqual(closed);
  });

  it('is not authentic with consistent evidence that differs from the stream, even if the stream names the file', async () => {
    await insertCertificate();
    const all = forgeries();
    expect(all.length).toBeGreaterThan(1);
    for (const { text } of all) {
      const forged = await sealedByTwin(withAttachment(genuine, EVIDENCE_FILE_NAME, text));
      await recordSealed(forged, sha256(twin.chain[0]));
      expect(await verdictOn(forged)).toEqual({ verdict: 'unknown', reasons: ['not_recorded'] });
    }
    expect(await verdictOn(genuine)).toMatchObject({ verdict: 'authentic' });
  });

  it('is not authentic under the certificate of a row if the event names that of the service', async () => {
    await insertCertificate();
    const resealed = await sealedByTwin(genuine);
    await recordSealed(resealed, sha256(certificateOf(genuine)));
    expect(await verdictOn(resealed)).toEqual({ verdict: 'unknown', reasons: ['foreign_seal'] });
  });

  it('leaves the genuine one authentic while its chain and its leaf are intact, and unknown after that', async () => {
    const sealedAt = (await backend.backend.infrastructure.store.readStream(stream)).find(({ type }) =>
      type.startsWith('DocumentSealed'),
    );
    const { pool, tree } = backend.backend.infrastructure;
    const at = { stream, revision: sealedAt?.revision ?? -1 };
    const putBack = await madeLeaf(pool, tree.seals.leaves, { ...at, to: { eventHash: '07'.repeat(32) } });
    expect(await verdictOn(genuine)).toEqual({ verdict: 'unknown', reasons: ['not_recorded'] });
    await putBack();
    expect(await verdictOn(genuine)).toMatchObject({ verdict: 'authentic' });
    // A leaf without its MAC says nothing.
    await sql('UPDATE log_leaves SET event_hash = $1 WHERE stream = $2 AND revision = $3', [
      Buffer.alloc(32, 7),
      stream,
      at.revision,
    ]);
    expect(await verdictOn(genuine)).toMatchObject({ verdict: 'authentic' });
    await putBack();
    await store.alter(stream, 1);
    expect(await verdictOn(genuine)).toEqual(closed);
  });
});

import { createHash } from 'node:crypto';
import { type NdaEvent, ndaStream } from '#src/nda/nda.events';
import { createSealIdentity } from '#src/pades/seal-identity';
import { parseCms, timestampTokenOf } from '#src/pades/parse-cms';
import { rsaIdentity } from '#src/pades/testing/fixtures';
import { splitSignedPdf } from '#src/pades/testing/signed-pdf-parts';
import { startTimestampServer, type TimestampServer } from '#src/pades/testing/timestamp-authority';
import { verifyTimestampToken } from '#src/pades/timestamp-token';
import { verifyCms } from '#src/pades/verify-cms';
import { createTestDatabase } from '#src/platform/postgres/testing/test-database';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { until } from '#src/platform/testing/until';
import { payByCard, read, signedByBoth, untilReady, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';

const health = (backend: TestBackend): Promise<object> => untilReady(backend.browser());

describe('the seal of a document', () => {
  let authority: TimestampServer;
  let backend: TestBackend;
  beforeAll(async () => {
    authority = await startTimestampServer();
    backend = await startTestBackend({
      env: { TSA_URL: authority.url, TSA_CA: authority.roots.map(String).join('\n') },
    });
  });
  afterAll(async () => {
    await backend.stop();
    await authority.close();
  });
  beforeEach(() => authority.behave({}));

  async function sentDocument(): Promise<{ pdf: Buffer; sealed: object }> {
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
    const { body } = await browser.get(`/api/ndas/${id}/pdf`).expect(200);
    const { events } = await backend.backend.infrastructure.journal.load<NdaEvent>(ndaStream(id));
    return { pdf: body, sealed: events.find((event) => event.type === 'DocumentSealed')?.open ?? {} };
  }

  it('belongs to the operator, covers every byte, and contains the time of the authority', async () => {
    const { pdf, sealed } = await sentDocument();
    const { certificateHash, chain } = rsaIdentity();
    const documentHash = createHash('sha256').update(pdf).digest('hex');
    expect(sealed).toMatchObject({ level: 'B-T', certificateHash, documentHash, bytes: pdf.length });
    const { byteRange, cms, covered } = splitSignedPdf(pdf);
    expect((byteRange[2] ?? 0) + (byteRange[3] ?? 0)).toBe(pdf.length);
    const parsed = parseCms(cms);
    await verifyCms(parsed, covered);
    const stamp = await verifyTimestampToken(
      timestampTokenOf(parsed) ?? Buffer.alloc(0),
      parsed.signature,
      authority.roots,
    );
    expect(Math.abs(stamp.at.getTime() - Date.now())).toBeLessThan(scaledTimeout(60_000));
    const { rows } = await backend.database.pool.query(
      'SELECT fingerprint, certificate FROM seal_certificates',
    );
    expect(rows).toEqual([{ fingerprint: certificateHash, certificate: chain[0] }]);
  });

  it('has no time if the authority fails', async () => {
    authority.behave({ raw: (reply) => void reply.writeHead(503).end() });
    const { pdf, sealed } = await sentDocument();
    expect(sealed).toMatchObject({ level: 'B-B' });
    const { cms, covered } = splitSignedPdf(pdf);
    await verifyCms(parseCms(cms), covered);
    const { text } = await backend.browser().get('/metrics').set('host', 'localhost').expect(200);
    expect(text).toContain('seal_timestamp_failures_total{code="refused"} 1');
    expect(await health(backend)).toMatchObject({ status: 'up' });
  });
});

describe('an expired certificate', () => {
  it('seals nothing, and the party, the admin and the operator are informed', async () => {
    const { p12, password } = await createSealIdentity({
      subject: 'Siegel',
      now: new Date('2018-03-04T00:00:00Z'),
    });
    const secrets = { ...testSecrets(), sealP12: p12, sealP12Password: password };
    const database = await createTestDatabase();
    const backend = await startTestBackend({ on: { database, secrets } });
    try {
      expect(await health(backend)).toMatchObject({
        status: 'up',
        warnings: [expect.stringContaining('expired on 2021-03-04')],
      });
      const browser = backend.browser();
      const id = await signedByBoth(browser);
      await payByCard(browser, id);
      await until(async () => (await read(browser, id)).delivery.error !== null);
      expect((await read(browser, id)).delivery).toMatchObject({ error: 'seal_certificate_expired' });
    } finally {
      await backend.stop();
      await database.drop();
    }
  });
});

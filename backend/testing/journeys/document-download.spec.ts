import { createHash } from 'node:crypto';
import { readPdf } from '#src/delivery/testing/read-pdf';
import { ndaDecider } from '#src/nda/nda.decider';
import { signature, terms } from '../steps/samples.js';
import { create, payByCard, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('the PDF', () => {
  let backend: TestBackend;
  let admin: ReturnType<TestBackend['browser']>;
  beforeAll(async () => {
    backend = await startTestBackend();
    admin = backend.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterAll(() => backend.stop());

  it('is available to nobody before both have signed', async () => {
    const browser = backend.browser();
    const id = await create(browser);
    await sign(browser, id, 1);
    for (const reader of [browser, admin])
      expect((await reader.get(`/api/ndas/${id}/pdf`)).body).toMatchObject({
        status: 409,
        code: 'not_completed',
      });
  });

  it('is available only to the admin before it is paid, then has no seal and is not recorded', async () => {
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    expect((await browser.get(`/api/ndas/${id}/pdf`)).body).toMatchObject({
      status: 402,
      code: 'payment_required',
    });
    const { body, headers } = await admin.get(`/api/ndas/${id}/pdf`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
    });
    const { pages } = readPdf(body);
    expect(pages.join('')).toContain(terms.party2Name);
    const isMarked = (page: string): boolean => page.includes('Kopie ohne Siegel, nicht das Original');
    expect(pages.map(isMarked)).toEqual(pages.map(() => true));
    expect(pages.join('')).not.toMatch(/Dieses Dokument prüfen|macht jede spätere Änderung erkennbar/);
    const { body: verdict } = await admin
      .post('/api/verify')
      .set('content-type', 'application/pdf')
      .send(body)
      .expect(200);
    expect(verdict).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'no_seal' }] });
    const auditor = backend.browser();
    await auditor.post('/api/admin/login').send({ password: backend.secrets.auditorPassword }).expect(200);
    for (const stranger of [auditor, backend.browser()])
      await stranger.get(`/api/ndas/${id}/pdf`).expect(404);
  });

  it('states how each signature was made, as the browser reported it', async () => {
    const browser = backend.browser();
    const id = await create(browser);
    for (const [partyNumber, signatureKind] of [
      ['1', 'typed'],
      ['2', 'drawn'],
    ] as const)
      await browser
        .post(`/api/ndas/${id}/sign`)
        .send({ partyNumber, signature: signature(Number(partyNumber)), signatureKind })
        .expect(200);
    const { events } = await backend.backend.infrastructure.commands.state(ndaDecider, id);
    expect(events.slice(1, 3)).toMatchObject([
      { type: 'Party1Signed', open: { signatureKind: 'typed' } },
      { type: 'Party2Signed', open: { signatureKind: 'drawn' } },
    ]);
    const { body } = await admin.get(`/api/ndas/${id}/pdf`).expect(200);
    const printed = readPdf(body).pages.join('').replaceAll(/\s/g, '');
    expect(printed).toContain('UnterschriftderoffenlegendenPartei;Namegetippt;');
    expect(printed).toContain('UnterschriftderempfangendenPartei;gezeichnet;');
  });

  it.each([
    ['de', 'Größe "XL"; \'ß\' – Łódź', 'Geheimhaltungsvereinbarung-Groesse-XL-ss-Lodz.pdf'],
    ['en', '../..\\%0d%0aSet-Cookie: x=y', 'Non-Disclosure-Agreement-0d-0aSet-Cookie-x-y.pdf'],
    ['de', '…–…', 'Geheimhaltungsvereinbarung.pdf'],
    ['en', 'Żółć '.repeat(24).trim(), `Non-Disclosure-Agreement-${'Zolc-'.repeat(7).slice(0, -1)}.pdf`],
  ])(
    'is the document of record, and its file name contains the title (%s, %s)',
    async (language, ideaTitle, name) => {
      const browser = backend.browser();
      const id = await signedByBoth(browser, { language, ideaTitle });
      await payByCard(browser, id);
      await untilSent(browser, id);
      const { state } = await backend.backend.infrastructure.commands.state(ndaDecider, id);
      for (const reader of [browser, admin]) {
        const { body, headers } = await reader.get(`/api/ndas/${id}/pdf`).expect(200);
        expect(sha256(body)).toBe(state.delivery.documentHash);
        expect(headers['content-disposition']).toBe(
          `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        );
      }
    },
  );
});

import { DAY_MS } from '@siegel/contracts/limits';
import { createHash, randomBytes } from 'node:crypto';
import { signatureLabel } from '#src/nda/nda.blobs';
import type { NdaCommand } from '#src/nda/nda.commands';
import { ndaStream } from '#src/nda/nda.events';
import { ndaDecider } from '#src/nda/nda.decider';
import { systemClock } from '#src/platform/time/clock';
import { newId } from '#src/platform/crypto/ids';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { newLink, untilInvitationSent } from '../steps/link-steps.js';
import { until } from '#src/platform/testing/until';
import { signature } from '../steps/samples.js';
import { create } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const newToken = (): string => randomBytes(32).toString('base64url');

/** The tests run commands directly. They do not use the page on which Party 2 signs. */
describe('the PDF for Party 2', () => {
  let backend: TestBackend;
  let later = 0;
  beforeAll(async () => {
    backend = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + later) } });
  });
  afterAll(() => backend.stop());
  afterEach(() => (later = 0));

  const act = async (id: string, command: NdaCommand): Promise<void> => {
    const context = contextAt(backend.backend.infrastructure.clock.now().toISOString(), {
      commandId: newId(),
      correlationId: newId(),
    });
    await backend.backend.infrastructure.commands.run(ndaDecider, id, command, context);
  };
  const fetchPdf = (token: string, language: 'de' | 'en' = 'de') =>
    backend.browser(language).get(`/api/remote-signature/${token}/pdf`);
  const refused = async (token: string): Promise<string> => {
    const { status, body, headers } = await fetchPdf(token);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(body)).not.toContain(token);
    return `${status} ${body.code}`;
  };
  const eventually = (token: string, expected: string): Promise<unknown> =>
    until(async () => (await refused(token)) === expected);

  /**
   * Makes an NDA that Party 1 has signed and paid for both parties by voucher. The NDA has an invitation
   * whose token the test knows.
   */
  async function invited(): Promise<{ id: string; token: string }> {
    const browser = backend.browser();
    const id = await create(browser, {
      ideaTitle: 'Größe "XL"; \'ß\' – Łódź / ../.. \\ %0d%0a',
      language: 'en',
    });
    const first = {
      partyNumber: '1',
      signature: signature(1),
      signatureMode: 'remote',
      party1PaysForBoth: true,
    };
    await browser.post(`/api/ndas/${id}/sign`).send(first).expect(200);
    await act(id, { type: 'ApplyVoucher', party: 1, voucherId: sha256(id), voucherCode: 'NDA-ABCD-EFGH' });
    // The service may already have invited Party 2. In this case, the test's link replaces the link of the
    // service.
    const { token, ...link } = newLink(backend, id);
    const { state } = await backend.backend.infrastructure.commands.state(ndaDecider, id);
    if (state.invitation === undefined)
      await act(id, {
        type: 'InviteParty2',
        tokenHash: sha256(newToken()),
        linkId: 'link',
        trigger: 'payment',
      });
    await act(id, {
      type: 'CorrectParty2Address',
      party2Email: 'party2@example.org',
      ...link,
    });
    return { id, token };
  }

  async function signByLink(id: string, token: string): Promise<void> {
    const image = Buffer.from(signature(2).split(',')[1] ?? '', 'base64');
    await backend.backend.infrastructure.blobs.put(ndaStream(id), signatureLabel(sha256(image)), image);
    const channel = { kind: 'remote', tokenHash: sha256(token) } as const;
    await act(id, {
      type: 'SignAsParty2',
      signatureHash: sha256(image),
      channel,
      agreementHash: undefined,
      consentWording: 'v1',
      consentLanguage: undefined,
      signatureKind: undefined,
    });
  }

  it('can be loaded by the signing link: the document of record, for 30 days or until erased', async () => {
    const { id, token } = await invited();
    await eventually(token, '409 not_completed');
    await signByLink(id, token);
    await until(async () => (await fetchPdf(token)).status === 200);
    const { body, headers } = await fetchPdf(token).expect(200);
    const { state } = await backend.backend.infrastructure.commands.state(ndaDecider, id);
    expect(sha256(body)).toBe(state.delivery.documentHash);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    const name = 'Non-Disclosure-Agreement-Groesse-XL-ss-Lodz-0d-0a.pdf';
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);

    later = 30 * DAY_MS - 60_000;
    await fetchPdf(token).expect(200);
    later = 30 * DAY_MS + 60_000;
    expect(await refused(token)).toBe('410 link_used');
    later = 0;
    await act(id, { type: 'EraseNda', reason: 'admin' });
    expect(await refused(token)).toBe('404 invalid_link');
    await eventually(token, '404 invalid_link');
  });

  it('cannot be loaded with any other link', async () => {
    for (const token of [newToken(), 'x', '%00', 'a'.repeat(200)])
      expect(await refused(token)).toBe('404 invalid_link');
    const expired = await invited();
    await eventually(expired.token, '409 not_completed');
    await untilInvitationSent(backend, expired.id);
    later = 15 * DAY_MS;
    expect(await refused(expired.token)).toBe('410 link_expired');
    later = 0;
    const { id, token } = await invited();
    await eventually(token, '409 not_completed');
    await act(id, { type: 'CancelInvitation' });
    expect(await refused(token)).toBe('410 link_cancelled');
    const { token: next, ...link } = newLink(backend, id);
    await act(id, { type: 'InviteParty2', ...link, trigger: 'creator' });
    await eventually(next, '409 not_completed');
    expect(await refused(token)).toBe('410 link_cancelled');
  });

  it('is refused in the requested language', async () => {
    expect((await fetchPdf(newToken(), 'de')).body.message).toMatch(/^Der Link/);
    expect((await fetchPdf(newToken(), 'en')).body.message).toMatch(/^Invalid or expired/);
  });
});

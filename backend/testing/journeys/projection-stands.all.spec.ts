import { createHash, randomBytes } from 'node:crypto';
import type TestAgent from 'supertest/lib/agent.js';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { signatureLabel } from '#src/nda/nda.blobs';
import type { NdaCommand } from '#src/nda/nda.commands';
import { ndaDecider } from '#src/nda/nda.decider';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { until } from '#src/platform/testing/until';
import { newLink } from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { create, payByCard, read, sign } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { LinkTokens } from '#src/vault/link-tokens';

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

describe('while no projection is updated', () => {
  let backend: TestBackend;
  let browser: TestAgent;
  let admin: TestAgent;
  let older: string;
  let oldest: string;
  beforeAll(async () => {
    backend = await startTestBackend({ timeouts: { visibleMs: 50 } });
    [browser, admin] = [backend.browser(), backend.browser()];
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    oldest = await create(browser);
    older = await create(browser);
    await until(async () => (await rowsOf(older)) === 1);
    // Simulates another backend that leads all projections and is frozen.
    await backend.database.pool.query(
      `UPDATE leases SET holder = gen_random_uuid(), epoch = epoch + 1, expires_at = now() + interval '1 hour'
       WHERE name LIKE 'projection:%'`,
    );
    const leads = async (): Promise<boolean> =>
      /\{name="(ndas|signing-links)"\}/.test(
        (await browser.get('/metrics').set('host', 'localhost').expect(200)).text,
      );
    await until(async () => !(await leads()));
  });
  afterAll(() => backend.stop());

  const rowsOf = async (id: string, revision = 0): Promise<number | null> =>
    (await backend.database.pool.query('SELECT FROM ndas WHERE id = $1 AND revision >= $2', [id, revision]))
      .rowCount;
  const statusOf = async (who: TestAgent, path: string): Promise<string> => {
    const { status, body } = await who.get(path);
    return status === 200 ? '200' : `${status} ${body.code}`;
  };
  const act = async (id: string, command: NdaCommand): Promise<void> => {
    const { commands, clock } = backend.backend.infrastructure;
    const context = contextAt(clock.now().toISOString(), { commandId: newId(), correlationId: newId() });
    await commands.run(ndaDecider, id, command, context);
  };

  it('every call finds an agreement that was just created, up to its document', async () => {
    const id = await create(browser);
    const nda = `/api/ndas/${id}`;
    const all = async (who: TestAgent): Promise<string[]> => [
      await statusOf(who, nda),
      await statusOf(who, `${nda}/agreement`),
      await statusOf(who, `${nda}/signatures/1`),
      await statusOf(who, `${nda}/pdf`),
    ];
    for (const who of [browser, admin]) {
      expect(await all(who)).toEqual(['200', '200', '404 not_found', '409 not_completed']);
      await who.post(`${nda}/send-email`).expect(409);
    }
    expect((await sign(browser, id, 1)).status).toBe('party1_signed');
    for (const who of [browser, admin])
      expect(await all(who)).toEqual(['200', '200', '200', '409 not_completed']);
    expect((await sign(browser, id, 2)).status).toBe('completed');
    expect(await statusOf(browser, `${nda}/pdf`)).toBe('402 payment_required');
    await payByCard(browser, id);
    await until(async () => (await read(browser, id)).status === 'sent');
    for (const who of [browser, admin]) {
      expect(await all(who)).toEqual(['200', '200', '200', '200']);
      await who.post(`${nda}/send-email`).expect(200);
    }
    expect(await rowsOf(id)).toBe(0);
    expect(await statusOf(backend.browser(), nda)).toBe('404 not_found');
  });

  it('a signature is found although the row of its agreement lacks it', async () => {
    const { revision } = await sign(browser, older, 1);
    expect(await rowsOf(older, revision)).toBe(0);
    for (const who of [browser, admin]) {
      expect(await statusOf(who, `/api/ndas/${older}/signatures/1`)).toBe('200');
      expect(await statusOf(who, `/api/ndas/${older}/signatures/2`)).toBe('404 not_found');
    }
  });

  it('a browser that was just given access finds the agreement, although its row lacks that browser', async () => {
    await browser.post(`/api/ndas/${oldest}/continue-link`).expect(202);
    const { events } = await backend.backend.infrastructure.commands.state(ndaDecider, oldest);
    const asked = events.find((event) => event.type === 'ContinueLinkRequested');
    if (asked === undefined) throw new Error('no link was asked for');
    const link = { purpose: 'continue', ndaId: oldest, about: asked.open.linkId } as const;
    const token = new LinkTokens(backend.secrets.indexKey).make(link);
    const other = backend.browser();
    await other.post(`/api/continue/${token}`).expect(200);
    expect(await rowsOf(oldest, asked.revision)).toBe(0);
    expect(await statusOf(other, `/api/ndas/${oldest}`)).toBe('200');
  });

  it('a link that was just made leads to its agreement, and an invented one to none', async () => {
    const id = await create(browser);
    const { token, ...link } = newLink(backend, id);
    const byLink = (secret = token): Promise<string> =>
      statusOf(backend.browser(), `/api/remote-signature/${secret}/pdf`);
    expect(await byLink()).toBe('404 invalid_link');
    const first = { partyNumber: '1', signature: signature(1), signatureMode: 'remote' };
    await browser
      .post(`/api/ndas/${id}/sign`)
      .send({ ...first, party1PaysForBoth: true })
      .expect(200);
    await act(id, { type: 'ApplyVoucher', party: 1, voucherId: sha256(id), voucherCode: 'NDA-ABCD-EFGH' });
    // `InviteParty2` does nothing if the payment has already caused an invitation. In both cases,
    // `CorrectParty2Address` then replaces the invitation's link with the link that the test knows.
    await act(id, { type: 'InviteParty2', linkId: 'first', tokenHash: sha256('first'), trigger: 'payment' });
    await act(id, { type: 'CorrectParty2Address', party2Email: 'party2@example.org', ...link });
    expect(await byLink()).toBe('409 not_completed');
    const image = Buffer.from(signature(2).split(',')[1] ?? '', 'base64');
    await backend.backend.infrastructure.blobs.put(ndaStream(id), signatureLabel(sha256(image)), image);
    await act(id, {
      type: 'SignAsParty2',
      signatureHash: sha256(image),
      channel: { kind: 'remote', tokenHash: sha256(token) },
      agreementHash: undefined,
      consentWording: 'v1',
      consentLanguage: undefined,
      signatureKind: undefined,
    });
    await until(async () => (await byLink()) === '200');
    expect(await byLink(randomBytes(32).toString('base64url'))).toBe('404 invalid_link');
  });
});

import { until } from '../platform/testing/until.js';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { DAY_MS } from '@siegel/contracts/limits';
import { LINK_NDA_MEMBERS } from '@siegel/contracts/nda/remote-signature';
import type { Response } from 'supertest';
import { problem } from '../http/testing/problem.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { systemClock } from '../platform/time/clock.js';
import { BAD_SIGNATURES } from '../../testing/faults/bad-signatures.js';
import {
  act,
  invitedByLink,
  linkCall,
  newLink,
  readByLink,
  stateOf,
  untilInvitationSent,
  tokenOf,
} from '../../testing/steps/link-steps.js';
import { signature, terms } from '../../testing/steps/samples.js';
import { read } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';

let test: TestBackend;
const lines: string[] = [];
let later = 0;
beforeAll(async () => {
  test = await startTestBackend({
    clock: { now: () => new Date(systemClock.now().getTime() + later) },
    env: { LOG_LEVEL: 'debug' },
    logs: { write: (line: string) => void lines.push(line) },
  });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

const party2 = () => test.browser();
const sign = (token: string, body: object = { signature: signature(2) }) =>
  party2().post(linkCall(token, '/sign')).send(body);
const refusal = ({ status, body }: Response): string => `${status} ${body.code}`;
const typesOf = async (id: string): Promise<string[]> =>
  (await test.backend.infrastructure.commands.state(ndaDecider, id)).events.map(({ type }) => type);
const countOf = async (id: string, type: string): Promise<number> =>
  (await typesOf(id)).filter((one) => one === type).length;

describe('GET /api/remote-signature/{token}', () => {
  it('shows the agreement to sign, and nothing else of the NDA', async () => {
    const { id, token, browser } = await invitedByLink(test);
    const answer = await party2().get(linkCall(token)).expect(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const nda = await read(browser, id);
    expect(Object.keys(answer.body.nda)).toEqual([...LINK_NDA_MEMBERS]);
    expect(answer.body).toEqual({
      nda: Object.fromEntries(LINK_NDA_MEMBERS.map((name) => [name, nda[name]])),
      alreadySigned: false,
      amountDue: 0,
      agreement: (await browser.get(`/api/ndas/${id}/agreement`).expect(200)).body.agreement,
      agreementHash: nda.agreementHash,
      expiresAt: nda.expiresAt,
      documentReady: false,
      payment: null,
      untrustedSince: null,
      waitingFor: null,
    });
    expect(agreementHash(answer.body.agreement)).toBe(answer.body.agreementHash);
    for (const secret of [terms.party1Email, nda.party1PaymentIntentId, token, nda.party2SignatureToken])
      expect(answer.text).not.toContain(secret);
  });

  it('is not recorded', async () => {
    const { id, token } = await invitedByLink(test);
    // Waits until the worker has sent the invitation mail.
    await until(async () => (await typesOf(id)).includes('InvitationSent'));
    const before = await typesOf(id);
    await readByLink(party2(), token);
    await readByLink(party2(), token);
    expect((await typesOf(id)).filter((type) => !before.includes(type))).toEqual([]);
  });

  it('shows a corrected address only through its own link', async () => {
    const { id, token } = await invitedByLink(test);
    const next = newLink(test, id);
    await act(test, id, { type: 'CorrectParty2Address', party2Email: 'next@example.org', ...next });
    expect((await readByLink(party2(), next.token)).nda.party2Email).toBe('next@example.org');
    const gone = await party2().get(linkCall(token)).expect(410);
    expect(problem(gone)).toMatchObject({ code: 'link_replaced', share: null });
  });

  it('says for thirty days after the signature that the link was used', async () => {
    const { token } = await invitedByLink(test);
    const { signedAt } = (await sign(token).expect(200)).body;
    const signed = await readByLink(party2(), token);
    expect(signed).toMatchObject({ alreadySigned: true, nda: { party2SignedAt: signedAt } });
    await party2().post(linkCall(token, '/opened')).expect(204);
    later = 29 * DAY_MS;
    await readByLink(party2(), token);
    later = 31 * DAY_MS;
    for (const answer of [
      await party2().get(linkCall(token)),
      await party2().post(linkCall(token, '/opened')),
      await party2().get(linkCall(token, '/pdf')),
    ])
      expect(problem(answer)).toMatchObject({ status: 410, code: 'link_used', share: null });
  });

  it('says why a link is dead, but says nothing after an erasure', async () => {
    // The expiry may or may not be recorded when these calls are made.
    const expired = await invitedByLink(test);
    await untilInvitationSent(test, expired.id);
    later = 15 * DAY_MS;
    for (const answer of [
      await party2().get(linkCall(expired.token)),
      await sign(expired.token),
      await party2().post(linkCall(expired.token, '/opened')),
    ])
      expect(problem(answer)).toMatchObject({ status: 410, code: 'link_expired', share: null });
    later = 0;
    const { id, token } = await invitedByLink(test);
    await act(test, id, { type: 'CancelInvitation' });
    expect(refusal(await party2().get(linkCall(token)))).toBe('410 link_cancelled');
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    for (const answer of [
      await party2().get(linkCall(token)),
      await sign(token),
      await party2().post(linkCall(token, '/opened')),
    ])
      expect(refusal(answer)).toBe('404 invalid_link');
  });

  it('accepts only exact tokens', async () => {
    const { id, token } = await invitedByLink(test);
    const spellings = [
      `${token}.`,
      `${token}%3E`,
      token.toUpperCase(),
      token.slice(1),
      `${token}${token}`,
      'x',
      '%00',
    ];
    for (const spelling of [...spellings, newLink(test, id).token]) {
      for (const answer of [
        await party2().get(linkCall(spelling)),
        await sign(spelling),
        await party2().post(linkCall(spelling, '/opened')),
      ])
        expect(refusal(answer)).toBe('404 invalid_link');
    }
  });
});

describe('POST /api/remote-signature/{token}/sign', () => {
  it('records the signer, the origin and the text seen, and completes the NDA', async () => {
    const { id, token, browser } = await invitedByLink(test);
    const seen = (await readByLink(party2(), token)).agreementHash;
    const body = {
      signature: signature(2),
      signatureKind: 'drawn',
      consentLanguage: 'en',
      agreementHash: seen,
    };
    const answer = await sign(token, body).set('user-agent', 'Firefox').expect(200);
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    const [signed, completed] = events.slice(events.findIndex(({ type }) => type === 'Party2Signed'));
    expect(answer.body).toMatchObject({
      signedAt: signed?.at,
      receipt: { stream: `nda-${id}`, revision: signed?.revision, eventHash: signed?.hash },
    });
    expect(signed).toMatchObject({
      actor: 'party2',
      open: {
        channel: 'remote',
        agreementHashConfirmed: true,
        signatureKind: 'drawn',
        consentLanguage: 'en',
      },
      origin: { ip: '127.0.0.1', userAgent: 'Firefox' },
    });
    expect(completed?.type).toBe('NdaCompleted');
    expect(await read(browser, id)).toMatchObject({
      invitationStatus: 'signed',
      party2SignatureIp: expect.any(String),
    });
    const image = await browser.get(`/api/ndas/${id}/signatures/2`).expect(200);
    expect(image.body.toString('base64')).toBe(signature(2).split(',')[1]);
  });

  it('gives the same answer to the same signature sent again, and refuses another one', async () => {
    const { id, token } = await invitedByLink(test);
    const first = await sign(token).expect(200);
    expect((await sign(token).expect(200)).body).toEqual(first.body);
    expect(problem(await sign(token, { signature: signature(3) }))).toMatchObject({
      code: 'link_used',
      share: null,
    });
    expect(await countOf(id, 'Party2Signed')).toBe(1);
  });

  it('refuses a text that is not the current one, and an invalid signature', async () => {
    const { id, token } = await invitedByLink(test);
    const other = { signature: signature(2), agreementHash: '0'.repeat(64) };
    expect(refusal(await sign(token, other))).toBe('409 agreement_changed');
    for (const bad of [undefined, ...Object.values(BAD_SIGNATURES)])
      expect(refusal(await sign(token, { signature: bad }))).toBe('422 invalid_signature');
    expect(refusal(await sign(token, { signature: signature(2), signatureMode: 'in-person' }))).toBe(
      '400 validation_failed',
    );
    expect(await countOf(id, 'Party2Signed')).toBe(0);
  });

  it("needs no cookie, and is not possible with Party 1's cookie but without the link", async () => {
    const { id, token, browser } = await invitedByLink(test);
    const inPerson = { partyNumber: '2', signature: signature(2) };
    expect(refusal(await browser.post(`/api/ndas/${id}/sign`).send(inPerson))).toBe('409 remote_only');
    expect((await sign(token).expect(200)).headers['set-cookie']).toBeUndefined();
  });

  it('at the same moment as a cancellation: one of the two wins, and the other one is refused', async () => {
    const { id, token } = await invitedByLink(test);
    const [signed, cancelled] = await Promise.all([
      sign(token),
      act(test, id, { type: 'CancelInvitation' }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ]);
    expect([
      ['200 undefined', 'already_signed'],
      ['410 link_cancelled', 'done'],
    ]).toContainEqual([refusal(signed), cancelled]);
    expect((await countOf(id, 'Party2Signed')) + (await countOf(id, 'InvitationCancelled'))).toBe(1);
  });

  it('at the same moment as a corrected address: a replaced link signs nothing', async () => {
    const { id, token } = await invitedByLink(test);
    const next = newLink(test, id);
    const [signed, corrected] = await Promise.all([
      sign(token),
      act(test, id, { type: 'CorrectParty2Address', party2Email: 'next@example.org', ...next }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ]);
    expect([
      ['200 undefined', 'nda_final'],
      ['410 link_replaced', 'done'],
    ]).toContainEqual([refusal(signed), corrected]);
  });

  it('is refused before its image is read if the invitation was cancelled', async () => {
    const { id, token } = await invitedByLink(test);
    await act(test, id, { type: 'CancelInvitation' });
    expect(refusal(await sign(token, {}))).toBe('410 link_cancelled');
    const again = newLink(test, id);
    await act(test, id, { type: 'InviteParty2', ...again, trigger: 'creator' });
    await sign(await tokenOf(test, id)).expect(200);
    expect(refusal(await sign(token))).toBe('410 link_cancelled');
  });
});

describe('POST /api/remote-signature/{token}/opened', () => {
  it('records the use of the link once for each address and day, however often it is reported', async () => {
    const { id, token } = await invitedByLink(test);
    const told = await Promise.all(
      Array.from({ length: 20 }, () => party2().post(linkCall(token, '/opened'))),
    );
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await countOf(id, 'InvitationOpened')).toBe(1);
    later = DAY_MS;
    await party2().post(linkCall(token, '/opened')).expect(204);
    expect(await countOf(id, 'InvitationOpened')).toBe(2);
    const { openings = [] } = (await stateOf(test, id)).invitation ?? {};
    expect(openings).toHaveLength(2);
    for (const opening of openings) expect(opening).toMatch(/^[0-9a-f]{64}\|\d{4}-\d\d-\d\d$/);
    const other = await invitedByLink(test);
    await party2().post(linkCall(other.token, '/opened')).expect(204);
    const [elsewhere = ''] = (await stateOf(test, other.id)).invitation?.openings ?? [];
    expect(openings.map((opening) => opening.split('|')[0])).not.toContain(elsewhere.split('|')[0]);
  });
});

describe('the token of a link', () => {
  it('is in no line of the log, no metric, no view and no event', async () => {
    const { id, token, browser } = await invitedByLink(test);
    await readByLink(party2(), token);
    await party2().post(linkCall(token, '/opened')).expect(204);
    await sign(token).expect(200);
    await sign(`${token}x`);
    const { rows } = await test.database.pool.query<{ data: Buffer }>('SELECT data FROM event_store.events');
    const { text: metrics } = await browser.get('/metrics').expect(200);
    const shown = [
      metrics,
      JSON.stringify(await read(browser, id)),
      ...rows.map(({ data }) => data.toString()),
      ...lines,
    ];
    expect(shown.filter((text) => text.includes(token))).toEqual([]);
    expect(lines.some((line) => line.includes('/api/remote-signature/:token/sign'))).toBe(true);
  });
});

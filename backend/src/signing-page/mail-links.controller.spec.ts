import { DAY_MS } from '@siegel/contracts/limits';
import type { Response, Test } from 'supertest';
import { ndaDecider } from '../nda/nda.decider.js';
import { newId } from '../platform/crypto/ids.js';
import { systemClock } from '../platform/time/clock.js';
import {
  act,
  invitedByLink,
  linkCall,
  newLink,
  stateOf,
  untilInvitationSent,
} from '../../testing/steps/link-steps.js';
import { signature, terms } from '../../testing/steps/samples.js';
import { signedByBoth } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import type { LinkPurpose } from '../vault/link-tokens.js';

let test: TestBackend;
let later = 0;
const lines: string[] = [];
beforeAll(async () => {
  test = await startTestBackend({
    clock: { now: () => new Date(systemClock.now().getTime() + later) },
    env: { LOG_LEVEL: 'debug' },
    logs: { write: (line: string) => void lines.push(line) },
  });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

const anybody = () => test.browser();
const tokenFor = (purpose: LinkPurpose, ndaId: string, about: number): string =>
  test.backend.infrastructure.linkTokens.make({ purpose, ndaId, about });
const refusal = ({ status, body }: Response): string => `${status} ${body.code}`;
const signByLink = (token: string) =>
  anybody()
    .post(linkCall(token, '/sign'))
    .send({ signature: signature(2) })
    .expect(200);
/** Returns tokens that must not work for this purpose, although some of them are well formed. */
const wrongTokens = (id: string, purpose: LinkPurpose, about: number): string[] => {
  const right = tokenFor(purpose, id, about);
  return [
    tokenFor(purpose, newId(), about),
    tokenFor(purpose, id, 9),
    tokenFor('continue', id, about),
    newLink(test, id).token,
    `${right}.`,
    right.toUpperCase(),
    right.slice(0, -1),
    '%00',
    'x'.repeat(280),
  ];
};

describe('/api/disputes/{token}', () => {
  it('disputes a signature once and permanently, and shows neither name nor text', async () => {
    const { id, token: link } = await invitedByLink(test);
    const { signedAt } = (await signByLink(link)).body;
    const token = tokenFor('dispute', id, 2);
    const seen = await anybody().get(`/api/disputes/${token}`).expect(200);
    expect(seen.body).toEqual({ language: terms.language, signedAt, disputedAt: null });
    expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const disputed = await anybody().post(`/api/disputes/${token}`).expect(200);
    expect(disputed.body).toEqual({ ...seen.body, disputedAt: expect.any(String) });
    expect((await anybody().post(`/api/disputes/${token}`).expect(200)).body).toEqual(disputed.body);
    expect((await anybody().get(`/api/disputes/${token}`).expect(200)).body).toEqual(disputed.body);
    const { events } = await test.backend.infrastructure.commands.state(ndaDecider, id);
    const records = events.filter(({ type }) => type === 'SignatureDisputed');
    expect(records).toMatchObject([
      { actor: 'party2', open: { party: 2 }, at: disputed.body.disputedAt, origin: { ip: '127.0.0.1' } },
    ]);
  });

  it('also disputes a signature that was made in person, but nothing after an erasure', async () => {
    const id = await signedByBoth(anybody());
    const token = tokenFor('dispute', id, 2);
    await anybody().get(`/api/disputes/${token}`).expect(200);
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    expect(refusal(await anybody().get(`/api/disputes/${token}`))).toBe('404 invalid_link');
    expect(refusal(await anybody().post(`/api/disputes/${token}`))).toBe('404 invalid_link');
  });

  it('refuses any other link, and a missing signature', async () => {
    const { id } = await invitedByLink(test);
    const tokens = [...wrongTokens(id, 'dispute', 2), tokenFor('dispute', id, 1), tokenFor('dispute', id, 2)];
    for (const token of tokens) {
      expect(refusal(await anybody().get(`/api/disputes/${token}`))).toBe('404 invalid_link');
      expect(refusal(await anybody().post(`/api/disputes/${token}`))).toBe('404 invalid_link');
    }
    expect((await stateOf(test, id)).disputed).toEqual([]);
  });
});

describe('POST /api/reminders/{token}/decline', () => {
  const decline = (token: string): Test => anybody().post(`/api/reminders/${token}/decline`);
  const ways: [string, (call: Test) => Test][] = [
    ['a form', (call) => call.type('form').send('List-Unsubscribe=One-Click')],
    ['a multipart form', (call) => call.field('List-Unsubscribe', 'One-Click')],
    ['JSON', (call) => call.send({ anything: 'at all' })],
    ['damaged JSON', (call) => call.type('json').send('{"a":')],
    ['plain text', (call) => call.type('text').send('x'.repeat(1000))],
    ['an invalid type', (call) => call.set('content-type', 'nonsense').send('x')],
    ['a PDF', (call) => call.type('application/pdf').send('%PDF-1.7')],
    ['no body', (call) => call],
    [
      'another site',
      (call) => call.set('origin', 'https://mail.example').set('sec-fetch-site', 'cross-site'),
    ],
  ];

  it.each(ways)('accepts %s', async (_what, way) => {
    const { id } = await invitedByLink(test);
    const answer = await way(decline(tokenFor('decline', id, 1))).expect(204);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect((await stateOf(test, id)).declinedAddresses).toEqual([1]);
  });

  it('refuses a large body', async () => {
    const { id } = await invitedByLink(test);
    const answer = await decline(tokenFor('decline', id, 1))
      .type('form')
      .send('x'.repeat(1001));
    expect(refusal(answer)).toBe('413 body_too_large');
  });

  it('gives the same answer in every state of the NDA', async () => {
    const signed = await invitedByLink(test);
    await signByLink(signed.token);
    const cancelled = await invitedByLink(test);
    await act(test, cancelled.id, { type: 'CancelInvitation' });
    const corrected = await invitedByLink(test);
    const next = newLink(test, corrected.id);
    await act(test, corrected.id, { type: 'CorrectParty2Address', party2Email: 'next@example.org', ...next });
    const erased = await invitedByLink(test);
    await act(test, erased.id, { type: 'EraseNda', reason: 'admin' });
    const twice = await invitedByLink(test);
    const expired = await invitedByLink(test);
    await untilInvitationSent(test, expired.id);
    // These links are used before the clock moves on, because the service then lets their invitations expire.
    for (const { id } of [signed, cancelled, corrected, erased, twice, twice])
      await decline(tokenFor('decline', id, 1)).expect(204);
    expect((await stateOf(test, corrected.id)).declinedAddresses).toEqual([]);
    await decline(tokenFor('decline', corrected.id, 2)).expect(204);
    later = 15 * DAY_MS;
    await act(test, expired.id, { type: 'ExpireInvitation' });
    await decline(tokenFor('decline', expired.id, 1)).expect(204);
    const declined = await Promise.all(
      [signed, corrected, erased, twice, expired].map(
        async ({ id }) => (await stateOf(test, id)).declinedAddresses,
      ),
    );
    expect(declined).toEqual([[], [2], [], [1], []]);
  });

  it('refuses any other link', async () => {
    const { id } = await invitedByLink(test);
    for (const token of wrongTokens(id, 'decline', 1))
      expect(refusal(await decline(token))).toBe('404 invalid_link');
    expect((await stateOf(test, id)).declinedAddresses).toEqual([]);
  });
});

describe('GET /api/reminders/{token}/decline', () => {
  it('redirects a person to the page, and changes nothing', async () => {
    const { id } = await invitedByLink(test);
    const token = tokenFor('decline', id, 1);
    const answer = await anybody().get(`/api/reminders/${token}/decline`).expect(303);
    expect(answer.headers).toMatchObject({
      location: `/reminders/${token}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect((await stateOf(test, id)).declinedAddresses).toEqual([]);
  });

  it.each(['..%2F..%2Fadmin', '%2F%2Fevil.example', 'x%0d%0aset-cookie:a=b', 'none'])(
    'does not redirect anywhere else: %s',
    async (token) => {
      const { headers } = await anybody().get(`/api/reminders/${token}/decline`);
      expect(headers.location ?? '/reminders/').toMatch(/^\/reminders\/[\w.%:-]*$/);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('the token of a link in a mail', () => {
  it('is in no line of the log, no metric and no event', async () => {
    const id = await signedByBoth(anybody());
    const tokens = [tokenFor('dispute', id, 2), tokenFor('decline', id, 1)];
    await anybody().post(`/api/disputes/${tokens[0]}`).expect(200);
    await anybody().post(`/api/reminders/${tokens[1]}/decline`).expect(204);
    await anybody().post(`/api/reminders/${tokens[0]}/decline`).expect(404);
    const { text: metrics } = await anybody().get('/metrics').expect(200);
    const { rows } = await test.database.pool.query<{ data: Buffer }>('SELECT data FROM event_store.events');
    const shown = [metrics, ...rows.map(({ data }) => data.toString()), ...lines];
    expect(shown.filter((text) => tokens.some((token) => text.includes(token)))).toEqual([]);
    for (const route of ['/api/disputes/:token', '/api/reminders/:token/decline']) {
      expect(metrics).toContain(route);
      expect(lines.some((line) => line.includes(route))).toBe(true);
    }
  });
});

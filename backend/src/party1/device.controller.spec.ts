import { CONTINUE_ERRORS } from '@siegel/contracts/errors';
import { DAY_MS } from '@siegel/contracts/limits';
import { randomBytes } from 'node:crypto';
import type TestAgent from 'supertest/lib/agent.js';
import { systemClock } from '../platform/time/clock.js';
import { create, read } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { LinkTokens, newLinkId } from '../vault/link-tokens.js';
import { act, eventsOf, newest } from '../../testing/steps/act.js';

let test: TestBackend;
let later = 0;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + later) } });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

/**
 * Requests a link to continue. Derives the link's token from the recorded event, because the response does
 * not contain it.
 */
async function newLink(browser: TestAgent, ndaId: string): Promise<string> {
  const answer = await browser.post(`/api/ndas/${ndaId}/continue-link`).expect(202);
  expect(answer.text).toBe('');
  const { linkId: about } = (await newest(test, ndaId, 'ContinueLinkRequested')).open;
  return new LinkTokens(test.secrets.indexKey).make({ purpose: 'continue', ndaId, about });
}
const follow = (browser: TestAgent, token: string) => browser.post(`/api/continue/${token}`);
const refused = async (browser: TestAgent, token: string): Promise<string> => {
  const { status, body, headers } = await follow(browser, token);
  expect(headers['set-cookie']).toBeUndefined();
  expect(JSON.stringify(body)).not.toContain(token);
  return `${status} ${body.code}`;
};
const numberOf = async (id: string, type: string): Promise<number> =>
  (await eventsOf(test, id)).filter((event) => event.type === type).length;

describe('POST /api/ndas/{id}/continue-link', () => {
  it('sends at most three a day', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const ask = () => browser.post(`/api/ndas/${id}/continue-link`);
    for (let n = 0; n < 3; n += 1) await ask().expect(202);
    const { body, headers } = await ask().expect(429);
    expect([body.code, headers['retry-after']]).toEqual(['mail_limit', '86400']);
    later = DAY_MS;
    await ask().expect(202);
    expect(await numberOf(id, 'ContinueLinkRequested')).toBe(4);
  });

  it('is refused to anybody else, and if the NDA is gone', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const stranger = test.browser();
    await create(stranger);
    const asked = async (by: TestAgent, of: string): Promise<string> =>
      (await by.post(`/api/ndas/${of}/continue-link`)).body.code;
    expect(await asked(stranger, id)).toBe('not_found');
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    expect(await asked(browser, id)).toBe('not_found');
    const draft = await create(browser);
    await create(browser, { ideaTitle: 'Eine andere Idee', replaces: draft });
    expect(await asked(browser, draft)).toBe('nda_discarded');
  });
});

describe('POST /api/continue/{token}', () => {
  it('gives access to one browser, which immediately finds the NDA', async () => {
    const [browser, other] = [test.browser(), test.browser()];
    const id = await create(browser);
    const token = await newLink(browser, id);
    const answer = await follow(other, token).expect(200, { id });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly/,
    );
    expect(await read(other, id)).toMatchObject({ otherDevices: 1 });
    await other.post(`/api/ndas/${id}/continue-link`).expect(202);
    expect(await refused(test.browser(), token)).toBe('410 link_used');
    const { body } = await follow(test.browser(), token);
    expect([body.message, body.detail]).toEqual(Array(2).fill(CONTINUE_ERRORS.link_used.de));
    const unknown = await follow(test.browser(), 'A'.repeat(65));
    expect([unknown.body.code, unknown.body.message]).toEqual([
      'invalid_link',
      CONTINUE_ERRORS.invalid_link.de,
    ]);
    await follow(other, token).expect(200, { id });
    expect(await numberOf(id, 'CreatorAccessGranted')).toBe(1);
  });

  it('keeps the secret of a browser that already has one', async () => {
    const [browser, other] = [test.browser(), test.browser()];
    const [id, own] = [await create(browser), await create(other)];
    await follow(other, await newLink(browser, id)).expect(200);
    await read(other, own);
    await read(other, id);
  });

  it('does not use up the link for a browser that has access already', async () => {
    const [browser, other] = [test.browser(), test.browser()];
    const id = await create(browser);
    const token = await newLink(browser, id);
    await follow(browser, token).expect(200, { id });
    await follow(other, token).expect(200, { id });
    expect(await read(browser, id)).toMatchObject({ otherDevices: 1 });
  });

  it('gives access to one of two concurrent browsers', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const token = await newLink(browser, id);
    const answers = await Promise.all([1, 2].map(() => follow(test.browser(), token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await read(browser, id)).toMatchObject({ otherDevices: 1 });
  });

  it('gives access again to a browser that did not get the answer, but only by its idempotency key', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const token = await newLink(browser, id);
    const keyed = (key: string, link = token) => follow(test.browser(), link).set('idempotency-key', key);
    const key = 'a key that is long enough';
    const [lost, again] = [await keyed(key), await keyed(key)];
    expect([again.status, again.body]).toEqual([200, { id }]);
    expect(again.headers['set-cookie']).toEqual(lost.headers['set-cookie']);
    await keyed('another key, as long as that').expect(410);
    expect(await read(browser, id)).toMatchObject({ otherDevices: 1 });
    const second = await newLink(browser, id);
    await keyed('short', second).expect(200);
    await keyed('short', second).expect(410);
    const third = await newLink(browser, id);
    const [other] = (await keyed(key, third).expect(200)).headers['set-cookie'] ?? [];
    expect(other).not.toBe(lost.headers['set-cookie']?.[0]);
  });

  it('ends after a day, with the access of others, and with the NDA', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const voided = await newLink(browser, id);
    await browser.post(`/api/ndas/${id}/end-other-access`).expect(200);
    expect(await refused(test.browser(), voided)).toBe('410 link_expired');
    const token = await newLink(browser, id);
    later = DAY_MS;
    expect(await refused(test.browser(), token)).toBe('410 link_expired');
    later = 0;
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    expect(await refused(test.browser(), token)).toBe('404 invalid_link');
  });

  it('gives no access for a malformed token, or one of another purpose, link or NDA', async () => {
    const browser = test.browser();
    const [ndaId, elsewhere] = [await create(browser), await create(browser)];
    const token = await newLink(browser, ndaId);
    const tokens = new LinkTokens(test.secrets.indexKey);
    const others = [
      'x',
      'x'.repeat(65),
      token.slice(0, -1),
      `${token}.`,
      token.toUpperCase(),
      tokens.make({ purpose: 'continue', ndaId, about: 'another' }),
      tokens.make({ purpose: 'decline', ndaId, about: 1 }),
      tokens.make({ purpose: 'dispute', ndaId, about: 2 }),
      tokens.make({ purpose: 'continue', ndaId: elsewhere, about: 'another' }),
      tokens.make({ purpose: 'continue', ndaId: elsewhere, about: 'another' }).slice(0, 22) + token.slice(22),
    ];
    for (const other of others)
      expect([other, await refused(browser, other)]).toEqual([other, '404 invalid_link']);
    await follow(test.browser(), token).expect(200);
  });
});

/**
 * Returns a browser with a `device` cookie that the present service did not make. An earlier version or an
 * attacker may have set it. The key in the cookie opens the NDA.
 */
async function browserOfBefore(ndaId: string): Promise<TestAgent> {
  const secret = randomBytes(32).toString('base64url');
  const creatorKeyHash = test.backend.infrastructure.keyedHash.of('capability', secret);
  const linkId = newLinkId();
  await act(test, ndaId, { type: 'RequestContinueLink', linkId });
  const { number: link } = (await newest(test, ndaId, 'ContinueLinkRequested')).open;
  await act(test, ndaId, { type: 'GrantCreatorAccess', creatorKeyHash, link });
  const browser = test.browser();
  browser.jar.setCookie(`device=${secret}; Path=/`, '127.0.0.1', '/');
  return browser;
}

describe('a browser whose key the service did not make', () => {
  it('opens what its key opens, and creates with a key of the service', async () => {
    const first = test.browser();
    const id = await create(first);
    const browser = await browserOfBefore(id);
    expect(await read(browser, id)).toMatchObject({ otherDevices: 1 });
    const own = await create(browser);
    const place = { domain: '127.0.0.1', path: '/', secure: false, script: false };
    const planted = browser.jar.getCookie('device-before', place)?.value;
    const attacker = test.browser();
    attacker.jar.setCookie(`device=${planted}; Path=/`, '127.0.0.1', '/');
    await attacker.get(`/api/ndas/${own}`).expect(404);
    await read(attacker, id);
    const { items } = (await browser.get('/api/ndas').expect(200)).body;
    expect(items.map((item: { id: string }) => item.id)).toEqual([own, id]);
    for (const nda of [own, id]) await read(browser, nda);
  });

  it('can replace its draft, and end the access of others', async () => {
    const first = test.browser();
    const draft = await create(first);
    const browser = await browserOfBefore(draft);
    const changed = { ideaTitle: 'Eine andere Idee', replaces: draft };
    const successor = await create(browser, changed);
    await browser.get(`/api/ndas/${draft}`).expect(410);
    await read(browser, successor);
    // Both NDAs have the same creator key in the event log. This proves that the same person created them
    // (`isSuccessorOf`).
    const { creatorKeyHash } = (await newest(test, draft, 'CreatorAccessGranted')).open;
    expect((await newest(test, successor, 'NdaCreated')).open.creatorKeyHash).toBe(creatorKeyHash);
    await follow(first, await newLink(browser, successor)).expect(200);
    const { body } = await browser.post(`/api/ndas/${successor}/end-other-access`).expect(200);
    expect(body).toMatchObject({ otherDevices: 0 });
    await read(browser, successor);
    await first.get(`/api/ndas/${successor}`).expect(404);
  });

  it('does not use up a link to an NDA that it opens already, and forgets all its keys', async () => {
    const first = test.browser();
    const id = await create(first);
    const browser = await browserOfBefore(id);
    const token = await newLink(first, id);
    await follow(browser, token).expect(200, { id });
    await follow(test.browser(), token).expect(200, { id });
    await read(browser, id);
    await browser.post('/api/forget-device').expect(204);
    await browser.get('/api/ndas').expect(200, { items: [] });
  });
});

describe('POST /api/ndas/{id}/end-other-access', () => {
  it('ends the access of all others, and records nothing if there are none', async () => {
    const [browser, other] = [test.browser(), test.browser()];
    const id = await create(browser);
    await follow(other, await newLink(browser, id)).expect(200);
    const { body } = await other.post(`/api/ndas/${id}/end-other-access`).expect(200);
    expect(body).toMatchObject({ id, otherDevices: 0 });
    expect(await read(other, id)).toMatchObject({ otherDevices: 0 });
    await browser.get(`/api/ndas/${id}`).expect(404);
    await browser.post(`/api/ndas/${id}/end-other-access`).expect(404);
    await other.post(`/api/ndas/${id}/end-other-access`).expect(200);
    expect(await numberOf(id, 'CreatorAccessEnded')).toBe(1);
  });

  it('is refused to anybody else', async () => {
    const id = await create(test.browser());
    await test.browser().post(`/api/ndas/${id}/end-other-access`).expect(404);
  });
});

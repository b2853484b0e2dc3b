import { OWN_NDAS_MAX } from '@siegel/contracts/limits';
import { ndaStream } from '../../nda/nda.events.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { contextAt } from '../../eventsourcing/journal/testing/recorded.js';
import { newId } from '../../platform/crypto/ids.js';
import { problem } from '../../http/testing/problem.js';
import { create, read, sign } from '../../../testing/steps/steps.js';
import { terms } from '../../../testing/steps/samples.js';
import { startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { until } from '../../platform/testing/until.js';

let test: TestBackend;
beforeAll(async () => {
  test = await startTestBackend();
});
afterAll(() => test.stop());

type Browser = ReturnType<TestBackend['browser']>;
const listed = async (browser: Browser): Promise<{ id: string }[]> =>
  (await browser.get('/api/ndas').expect(200)).body.items;
const ids = async (browser: Browser): Promise<string[]> => (await listed(browser)).map(({ id }) => id);

describe('GET /api/ndas', () => {
  it('is empty for a browser that never created an NDA, or whose secret is invalid', async () => {
    const answer = await test.browser().get('/api/ndas').expect(200);
    expect(answer.body).toEqual({ items: [] });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
    await test.browser().get('/api/ndas').set('cookie', 'device=x').expect(200, { items: [] });
    await test
      .browser()
      .get('/api/ndas')
      .set('cookie', `device=${'x'.repeat(43)}`)
      .expect(200, { items: [] });
  });

  it('lists the NDAs of this browser, newest first, with the fields of N', async () => {
    const browser = test.browser();
    const first = await create(browser, { ideaTitle: 'Erste Idee', party2Name: 'Ada Ähre' });
    const second = await create(browser);
    await create(test.browser());
    await sign(browser, first, 1);
    const N = await read(browser, first);
    const items = await listed(browser);
    expect(items.map(({ id }) => id)).toEqual([second, first]);
    expect(items[1]).toEqual({
      untrustedSince: null,
      id: first,
      ideaTitle: 'Erste Idee',
      party2Name: 'Ada Ähre',
      status: 'party1_signed',
      signatureMode: 'in-person',
      invitationStatus: 'none',
      paymentStatus: 'none',
      expiresAt: null,
      createdAt: N.createdAt,
    });
    expect(items[0]).toMatchObject({ ideaTitle: terms.ideaTitle, status: 'draft', signatureMode: null });
  });

  it('leaves out replaced drafts and erased NDAs, even before their row is gone', async () => {
    const browser = test.browser();
    const old = await create(browser);
    const kept = await create(browser, { ideaTitle: 'Eine andere Idee', replaces: old });
    const [erased, keyless] = [await create(browser), await create(browser)];
    await test.backend.infrastructure.commands.run(
      ndaDecider,
      erased,
      { type: 'EraseNda', reason: 'admin' },
      contextAt(new Date().toISOString(), { commandId: newId() }),
    );
    await test.backend.infrastructure.vault.destroyKey(ndaStream(keyless));
    await until(async () => (await ids(browser)).length === 1);
    expect(await ids(browser)).toEqual([kept]);
  });

  it('lists only the newest if there are many', async () => {
    const browser = test.browser();
    const made: string[] = [];
    for (let n = 0; n < OWN_NDAS_MAX + 2; n += 1) made.unshift(await create(browser));
    expect(await ids(browser)).toEqual(made.slice(0, OWN_NDAS_MAX));
  });
});

describe('POST /api/forget-device', () => {
  it('removes the secret from this browser and changes nothing for the NDA', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const { headers } = await browser.get(`/api/ndas/${id}`).expect(200);
    expect(headers['set-cookie']).toBeUndefined();
    const answer = await browser.post('/api/forget-device').expect(204);
    expect(answer.text).toBe('');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^device=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/,
    );
    await browser.get(`/api/ndas/${id}`).expect(404);
    expect(await listed(browser)).toEqual([]);
    expect(await test.backend.infrastructure.store.readStream(ndaStream(id))).toHaveLength(1);
  });

  it('answers a browser without a secret in the same way, and refuses another site', async () => {
    await test.browser().post('/api/forget-device').expect(204);
    const foreign = await test
      .browser()
      .post('/api/forget-device')
      .set('origin', 'https://evil.example')
      .expect(403);
    expect(problem(foreign)).toMatchObject({ code: 'foreign_origin' });
    expect(foreign.headers['set-cookie']).toBeUndefined();
  });

  it('gives the next draft another secret', async () => {
    const browser = test.browser();
    const before = await create(browser);
    await browser.post('/api/forget-device').expect(204);
    const after = await create(browser);
    expect(await ids(browser)).toEqual([after]);
    await browser.get(`/api/ndas/${before}`).expect(404);
  });
});

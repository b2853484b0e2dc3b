import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type { NdaView, OwnNdaView } from '@siegel/contracts/nda/view';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { ndaDecider } from '#src/nda/nda.decider';
import { type NdaEvent, ndaStream } from '#src/nda/nda.events';
import { silentLogger } from '#src/platform/logging/logger';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { until } from '#src/platform/testing/until';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import type { AlteredEvent } from '../faults/altered-event.js';
import { type AttackedStore, attackedStore } from '../faults/attacked-store.js';
import { chosenStore } from '../faults/chosen-store.js';
import { newest } from '../steps/act.js';
import { invitedByLink, linkCall, untilInvitationSent } from '../steps/link-steps.js';
import { signature, terms } from '../steps/samples.js';
import { untilSettled } from '../steps/settled.js';

/**
 * Somebody who can write events alters or deletes the event that took a right away. Only the events before it
 * count then, and according to them the right still exists (rule:closed-streams-open-nothing).
 */
let store: AttackedStore;
let test: TestBackend;
let admin: TestAgent;
beforeAll(async () => {
  store = await attackedStore(chosenStore());
  test = await startTestBackend({ env: store.env });
  await store.attach(test.database);
  admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
});
afterAll(async () => {
  await test.stop();
  await store.stop();
});

const parts = () => test.backend.infrastructure;

/** Alters the newest event of this type. The backend then finds the stream closed. */
async function alterNewest(id: string, type: NdaEvent['type']): Promise<AlteredEvent> {
  const { revision } = await newest(test, id, type as 'NdaCreated');
  const altered = await store.alter(ndaStream(id), revision);
  expect((await parts().commands.lastTrusted(ndaDecider, id)).untrusted).toBeDefined();
  return altered;
}

/**
 * Deletes the newest event of this type, with all events behind it. Waits until the mails that the event calls for are
 * recorded, because an event that arrives later would leave a gap instead of a shorter stream.
 * @returns its revision
 */
async function cutFrom(id: string, type: NdaEvent['type']): Promise<number> {
  await untilSettled(test);
  const { revision } = await newest(test, id, type as 'NdaCreated');
  const behind = (await store.rows(ndaStream(id))).map((event) => event.revision);
  await store.remove(ndaStream(id), ...behind.filter((one) => one >= revision));
  return revision;
}

/** Opens the parts of a process that never saw an event of this log. */
async function withoutMemory<Result>(work: (parts: Infrastructure) => Promise<Result>): Promise<Result> {
  const { database, secrets } = test;
  const opened = await openInfrastructure({
    databaseUrl: database.url,
    eventStoreUrl: store.url,
    secrets,
    logger: silentLogger,
    connectWithinMs: scaledTimeout(5000),
    lostEnd: true,
  });
  return work(opened).finally(() => opened.close());
}

const expectClosed = ({ status, body, headers }: Response): void =>
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'stream_untrusted', undefined]);

const { ideaTitle, ideaDescription, party1Name, party1Email, party2Name, party2Email } = terms;
const SEALED = [ideaTitle, ideaDescription, party1Name, party1Email, party2Name, party2Email];
/** The answer is a view of the closed agreement, and has nothing that a party entered. */
function expectWithheld<View extends NdaView | RemoteSignatureView>({ status, text, body }: Response): View {
  expect(status).toBe(200);
  for (const sealed of SEALED) expect(text).not.toContain(sealed);
  expect(body).toMatchObject({ untrustedSince: expect.any(String), agreementHash: '' });
  return body as View;
}

/** Reads everything that a creator's browser can read of an agreement. */
async function expectNothingFor(browser: TestAgent, id: string): Promise<void> {
  expectWithheld<NdaView>(await browser.get(`/api/ndas/${id}`));
  const list = await browser.get('/api/ndas').expect(200);
  for (const item of list.body.items as OwnNdaView[])
    expect(item).toMatchObject({ ideaTitle: '', party2Name: '' });
  for (const sealed of SEALED) expect(list.text).not.toContain(sealed);
  for (const what of ['agreement', 'signatures/1', 'pdf'])
    expectClosed(await browser.get(`/api/ndas/${id}/${what}`));
}

const ENDED_LINKS = [
  ['was cancelled', 'InvitationCancelled', 'post', '/cancel-remote-invite', {}],
  ['was replaced', 'Party2AddressCorrected', 'patch', '/party2-email', { party2Email: 'neu@example.org' }],
] as const;

/** Makes an agreement whose creator has ended the access of another browser. */
async function withEndedAccess(): Promise<{ id: string; browser: TestAgent; other: TestAgent }> {
  const { browser, id } = await invitedByLink(test);
  await browser.post(`/api/ndas/${id}/continue-link`).expect(202);
  const { linkId: about } = (await newest(test, id, 'ContinueLinkRequested')).open;
  const link = parts().linkTokens.make({ purpose: 'continue', ndaId: id, about });
  const other = test.browser();
  await other.post(`/api/continue/${link}`).expect(200);
  await browser.post(`/api/ndas/${id}/end-other-access`).expect(200);
  await other.get(`/api/ndas/${id}`).expect(404);
  return { id, browser, other };
}

describe('a right whose end does not count any more opens nothing', () => {
  it.each(ENDED_LINKS)('a link that %s', async (_, type, method, path, body) => {
    const { browser, id, token } = await invitedByLink(test);
    await untilInvitationSent(test, id);
    await browser[method](`/api/ndas/${id}${path}`).send(body).expect(200);
    await test.browser().get(linkCall(token)).expect(410);
    await alterNewest(id, type);
    const view = expectWithheld<RemoteSignatureView>(await test.browser().get(linkCall(token)));
    expect(view).toMatchObject({ documentReady: false, agreement: { sections: [] } });
    expectClosed(await test.browser().get(linkCall(token, '/pdf')));
  });

  it('the browser of a creator whose access was ended', async () => {
    const { id, browser, other } = await withEndedAccess();
    await alterNewest(id, 'CreatorAccessEnded');
    await expectNothingFor(other, id);
    await expectNothingFor(browser, id);
  });
});

describe('a right whose end was deleted opens nothing at a process that saw the end', () => {
  it.each(ENDED_LINKS)('a link that %s', async (_, type, method, path, body) => {
    const { browser, id, token } = await invitedByLink(test);
    await untilInvitationSent(test, id);
    await browser[method](`/api/ndas/${id}${path}`).send(body).expect(200);
    const revision = await cutFrom(id, type);
    const view = expectWithheld<RemoteSignatureView>(await test.browser().get(linkCall(token)));
    expect(view).toMatchObject({ documentReady: false, agreement: { sections: [] } });
    expectClosed(await test.browser().get(linkCall(token, '/pdf')));
    expectClosed(
      await test
        .browser()
        .post(linkCall(token, '/sign'))
        .send({ signature: signature(2) }),
    );
    // A process without a memory of the stream takes the link for open (docs/security.md).
    await withoutMemory(async ({ commands }) => {
      const { state, revision: at, untrusted } = await commands.lastTrusted(ndaDecider, id);
      expect([at, untrusted, state.invitation?.status]).toEqual([revision - 1, undefined, 'sent']);
    });
  });

  it('the browser of a creator whose access was ended', async () => {
    const { id, browser, other } = await withEndedAccess();
    await cutFrom(id, 'CreatorAccessEnded');
    await expectNothingFor(other, id);
    await expectNothingFor(browser, id);
  });
});

describe('a signed and sent agreement that is closed', () => {
  let browser: TestAgent;
  let id: string;
  let token: string;
  let altered: AlteredEvent;
  beforeAll(async () => {
    ({ browser, id, token } = await invitedByLink(test));
    await untilInvitationSent(test, id);
    const signed = { signature: signature(2) };
    await test.browser().post(linkCall(token, '/sign')).send(signed).expect(200);
    await until(async () => (await browser.get(`/api/ndas/${id}`)).body.status === 'sent');
    altered = await alterNewest(id, 'NdaSent');
  });

  it('gives its creator and the holder of its link neither text nor PDF', async () => {
    await expectNothingFor(browser, id);
    const view = expectWithheld<RemoteSignatureView>(await test.browser().get(linkCall(token)));
    expect(view).toMatchObject({ alreadySigned: true, documentReady: false });
    expectClosed(await test.browser().get(linkCall(token, '/pdf')));
  });

  it('gives the office its last trusted state with text and PDF, also in the browser of its creator', async () => {
    await browser.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    for (const office of [admin, browser]) {
      const { body } = await office.get(`/api/ndas/${id}`).expect(200);
      expect(body).toMatchObject({ ideaTitle, party2Email, untrustedSince: expect.any(String) });
      for (const what of ['agreement', 'signatures/2', 'pdf'])
        await office.get(`/api/ndas/${id}/${what}`).expect(200);
    }
    await browser.post('/api/admin/logout').expect(204);
    expectWithheld<NdaView>(await browser.get(`/api/ndas/${id}`));
  });

  it('gives everything again once it is repaired', async () => {
    await altered.putBack();
    expect((await browser.get(`/api/ndas/${id}`).expect(200)).body).toMatchObject({ ideaTitle, party2Email });
    await browser.get(`/api/ndas/${id}/pdf`).expect(200);
    await test.browser().get(linkCall(token, '/pdf')).expect(200);
  });
});

describe('a link whose event does not count', () => {
  it.each(['Party2Invited', 'Party1Signed'] as const)(
    'is answered with the words for a closed agreement, and is not called invalid, if %s is altered',
    async (type) => {
      const { id, token } = await invitedByLink(test);
      await untilInvitationSent(test, id);
      await test.browser().get(linkCall(token)).expect(200);
      const { revision } = await newest(test, id, type as 'NdaCreated');
      // The backend knows the link from before, and finds the stream closed while it answers.
      const altered = await store.alter(ndaStream(id), revision);
      for (const path of ['', '/pdf']) expectClosed(await test.browser().get(linkCall(token, path)));
      expectClosed(await test.browser().post(linkCall(token, '/opened')));
      await altered.putBack();
      await test.browser().get(linkCall(token)).expect(200);
    },
  );

  it('is unknown if no event of its agreement counts', async () => {
    const { id, token } = await invitedByLink(test);
    await untilInvitationSent(test, id);
    await alterNewest(id, 'NdaCreated');
    expect((await test.browser().get(linkCall(token)).expect(404)).body.code).toBe('invalid_link');
  });
});

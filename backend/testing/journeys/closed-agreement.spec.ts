import type { NdaListItem } from '@siegel/contracts/admin/views';
import type { AuditedEventsView, AuditedNdaView } from '@siegel/contracts/audit/views';
import type { NdaView, OwnNdaView } from '@siegel/contracts/nda/view';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { deliverJob } from '#src/delivery/deliver-when-completed-and-paid';
import { ndaDecider } from '#src/nda/nda.decider';
import { ndaStream } from '#src/nda/nda.events';
import { enqueueJobs } from '#src/platform/jobs/enqueue';
import { parkedJobs } from '#src/platform/jobs/parked-jobs';
import { until } from '#src/platform/testing/until';
import type { LinkPurpose } from '#src/vault/link-tokens';
import {
  ADMIN_PASSWORD,
  AUDITOR_PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../backend/test-backend.js';
import type { AlteredEvent } from '../faults/altered-event.js';
import { type AttackedStore, attackedStore } from '../faults/attacked-store.js';
import { chosenStore } from '../faults/chosen-store.js';
import { invitedByLink, linkCall, untilInvitationSent } from '../steps/link-steps.js';
import { ROUTES } from '../steps/routes.js';
import { signature } from '../steps/samples.js';

let store: AttackedStore;
let test: TestBackend;
let admin: TestAgent;
let auditor: TestAgent;
beforeAll(async () => {
  store = await attackedStore(chosenStore());
  test = await startTestBackend({ env: store.env });
  await store.attach(test.database);
  [admin, auditor] = [test.browser(), test.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  await auditor.post('/api/admin/login').send({ password: AUDITOR_PASSWORD }).expect(200);
});
afterAll(async () => {
  await test.stop();
  await store.stop();
});

const parts = () => test.backend.infrastructure;
const tokenFor = (purpose: LinkPurpose, ndaId: string, about: string | number): string =>
  parts().linkTokens.make({ purpose, ndaId, about });
const lastTrusted = (id: string) => parts().commands.lastTrusted(ndaDecider, id);

interface Closed {
  readonly browser: TestAgent;
  readonly id: string;
  readonly token: string;
  readonly altered: AlteredEvent;
  /** Time of the last event that counts. */
  readonly since: string;
}

/** Makes an agreement of which somebody alters the last event. @param isSigned true if Party 2 has signed before */
async function closed(isSigned = false): Promise<Closed> {
  const { browser, id, token } = await invitedByLink(test);
  await untilInvitationSent(test, id);
  if (isSigned) {
    await test
      .browser()
      .post(linkCall(token, '/sign'))
      .send({ signature: signature(2) })
      .expect(200);
    await until(async () => (await lastTrusted(id)).state.status === 'sent');
  }
  const { revision } = await lastTrusted(id);
  const altered = await store.alter(ndaStream(id), revision);
  const { state, untrusted } = await lastTrusted(id);
  expect(untrusted).toEqual({ revision, fault: 'hash' });
  return { browser, id, token, altered, since: state.lastAt };
}

const expectClosed = ({ status, body, headers }: Response, language: 'de' | 'en' = 'de'): void => {
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'stream_untrusted', undefined]);
  expect(body.message).toBe(
    language === 'de'
      ? 'An dieser Vereinbarung lässt sich gerade nichts ändern. Der Betreiber ist informiert.'
      : 'This agreement cannot be changed at the moment. The operator has been informed.',
  );
};

describe('every act on a closed agreement is refused, and nothing repeats it', () => {
  let one: Closed;
  beforeAll(async () => {
    one = await closed();
  });

  const acts = ROUTES.filter(({ path, as }) => path.startsWith('/api/ndas/{id}/') && as === 'creator');
  it.each(acts)('by Party 1: $method $path', async ({ method, path, body }) => {
    const appends = jest.spyOn(parts().store, 'append');
    expectClosed(await one.browser[method](path.replace('{id}', one.id)).send(body));
    expect(appends).not.toHaveBeenCalled();
    appends.mockRestore();
  });

  const linkActs = ROUTES.filter(({ path }) => path.startsWith('/api/remote-signature/{token}'));
  it.each(linkActs)('by Party 2: $method $path', async ({ method, path, body }) => {
    expectClosed(await test.browser('en')[method](path.replace('{token}', one.token)).send(body), 'en');
  });

  it('by the links in mails: declining reminders, continuing in another browser', async () => {
    const reminders = tokenFor('decline', one.id, 1);
    expectClosed(await test.browser().post(`/api/reminders/${reminders}/decline`));
    const another = tokenFor('continue', one.id, 'A'.repeat(22));
    expectClosed(await test.browser().post(`/api/continue/${another}`));
  });

  it('by the admin: deletion', async () => {
    expectClosed(await admin.delete(`/api/admin/ndas/${one.id}`));
  });

  it('by a stranger as for any unknown agreement', async () => {
    const { status } = await test.browser().post(`/api/ndas/${one.id}/send-email`);
    expect(status).toBe(404);
  });
});

describe('what is shown of a closed agreement is its last trusted state, with the time from which on nothing counts', () => {
  let one: Closed;
  beforeAll(async () => {
    one = await closed();
  });

  it('to Party 1, alone and in the list, and the answer is another one than before', async () => {
    const { browser, id, since } = one;
    const answer = await browser.get(`/api/ndas/${id}`).expect(200);
    expect(answer.body).toMatchObject({ untrustedSince: since, status: 'party1_signed' });
    expect(answer.headers.etag).toContain('.closed');
    const { items } = (await browser.get('/api/ndas').expect(200)).body as { items: OwnNdaView[] };
    expect(items.map(({ untrustedSince }) => untrustedSince)).toEqual([since]);
  });

  it('to Party 2', async () => {
    const { body } = await test.browser().get(linkCall(one.token)).expect(200);
    expect(body).toMatchObject({ untrustedSince: one.since, alreadySigned: false });
  });

  it('to admin and auditor, alone and in lists', async () => {
    const { id, since } = one;
    const nda = (await admin.get(`/api/ndas/${id}`).expect(200)).body as NdaView;
    expect(nda.untrustedSince).toBe(since);
    const listed = (await admin.get('/api/admin/ndas').query({ search: id })).body.items as NdaListItem[];
    expect(listed).toMatchObject([{ id, untrustedSince: since }]);
    const histories = (await auditor.get('/api/audit/ndas').query({ search: id })).body.items;
    expect(histories as AuditedNdaView[]).toMatchObject([{ id, untrustedSince: since }]);
    const history = (await auditor.get(`/api/audit/ndas/${id}/events`).expect(200)).body as AuditedEventsView;
    expect(history.untrustedSince).toBe(since);
    expect(history.items.at(-1)?.at).toBe(since);
  });

  it('and is as before once the event is put back', async () => {
    const { browser, id, token, altered } = one;
    await altered.putBack();
    expect((await browser.get(`/api/ndas/${id}`)).body.untrustedSince).toBeNull();
    expect((await test.browser().get(linkCall(token))).body.untrustedSince).toBeNull();
    const listed = (await admin.get('/api/admin/ndas').query({ search: id })).body.items as NdaListItem[];
    expect(listed[0]?.untrustedSince).toBeNull();
    await browser.post(`/api/ndas/${id}/cancel-remote-invite`).expect(200);
  });
});

it('an agreement of which nothing counts is unknown to everybody but the office', async () => {
  const { browser, id, token } = await invitedByLink(test);
  await store.alter(ndaStream(id), 0);
  await lastTrusted(id);
  await browser.get(`/api/ndas/${id}`).expect(404);
  await browser.post(`/api/ndas/${id}/send-email`).expect(404);
  expectClosed(await admin.get(`/api/ndas/${id}`));
  expectClosed(await admin.delete(`/api/admin/ndas/${id}`));
  expectClosed(await auditor.get(`/api/audit/ndas/${id}/events`));
  await test.browser().get(linkCall(token)).expect(404);
  expect((await browser.get('/api/ndas').expect(200)).body.items).toEqual([]);
});

describe('a dispute of a signature of a closed agreement', () => {
  it('is accepted as always, shown, and recorded with its time once the agreement is open again', async () => {
    const { browser, id, altered } = await closed(true);
    const link = `/api/disputes/${tokenFor('dispute', id, 2)}`;
    expect((await test.browser().get(link).expect(200)).body.disputedAt).toBeNull();
    const { disputedAt } = (await test.browser().post(link).expect(200)).body;
    expect(disputedAt).not.toBeNull();
    for (const again of [await test.browser().post(link), await test.browser().get(link)])
      expect(again.body).toMatchObject({ disputedAt });
    await until(async () =>
      (await parkedJobs(parts().pool, { limit: 9 })).some(({ subject }) => subject === ndaStream(id)),
    );
    expect((await browser.get(`/api/ndas/${id}`)).body.disputed).toEqual([]);
    await altered.putBack();
    await until(async () => {
      const { disputed, untrustedSince } = (await browser.get(`/api/ndas/${id}`)).body as NdaView;
      return untrustedSince === null && disputed.length === 1 && disputed[0]?.at === disputedAt;
    });
    expect((await test.browser().post(link).expect(200)).body.disputedAt).toBe(disputedAt);
  });

  it('is accepted even if nothing of the agreement counts', async () => {
    const { id } = await closed(true);
    await store.alter(ndaStream(id), 0);
    const link = `/api/disputes/${tokenFor('dispute', id, 2)}`;
    expect((await test.browser().get(link).expect(200)).body).toMatchObject({
      signedAt: null,
      disputedAt: null,
    });
    expect((await test.browser().post(link).expect(200)).body.disputedAt).not.toBeNull();
  });
});

it('a job of a closed agreement is parked, and runs by itself once the agreement is open', async () => {
  const { browser, id, altered } = await closed();
  const job = deliverJob(id);
  await enqueueJobs(parts().pool, [job]);
  const isParked = async (): Promise<boolean> =>
    (await parkedJobs(parts().pool, { limit: 100 })).some(({ subject }) => subject === ndaStream(id));
  await until(isParked);
  await enqueueJobs(parts().pool, [job]);
  expect(await isParked()).toBe(true);
  await altered.putBack();
  await browser.get(`/api/ndas/${id}`).expect(200);
  await until(async () => {
    const { rowCount } = await parts().pool.query('SELECT FROM owed_jobs WHERE key = $1', [job.key]);
    return rowCount === 0;
  });
});

import type { Pool } from 'pg';
import request from 'supertest';
import { accessDecider } from '../../audit/model/access.decider.js';
import { accessStream } from '../../audit/model/access.events.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { SessionRows } from '../../http/callers/session-rows.js';
import type { TestApp } from '../../http/testing/test-app.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { loginApp } from '../../../testing/backend/login-app.js';

let bench: TestInfrastructure;
let pool: Pool;
let test: TestApp;
let other: TestApp;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  pool = bench.infrastructure.pool;
  test = await loginApp(bench);
  other = await loginApp(bench);
});
afterAll(async () => {
  await test.close();
  await other.close();
  await bench.stop();
});
beforeEach(() => pool.query('TRUNCATE login_attempts, admin_sessions, rate_limits'));
afterEach(() => jest.restoreAllMocks());

const away = new EventStoreUnavailable('away');
const login = (cookie = '', on = test): request.Test =>
  request(on.server).post('/api/admin/login').set('cookie', cookie).send({ password: 'correct horse' });
const session = async (): Promise<string> =>
  (await login().expect(200)).get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
const logout = (cookie: string, on = test): request.Test =>
  request(on.server).post('/api/admin/logout').set('cookie', cookie);
const guarded = (cookie: string, on = test): request.Test =>
  request(on.server).get('/api/guarded/admin').set('cookie', cookie);
const ids = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('SELECT id FROM admin_sessions ORDER BY created_at')).rows.map(
    ({ id }) => id,
  );
const story = async (id = ''): Promise<string[]> =>
  (await bench.infrastructure.commands.state(accessDecider, id)).events.map(({ type }) => type);
const isRefused = (response: request.Response): void => {
  expect(response.status).toBe(503);
  expect(JSON.parse(response.text)).toMatchObject({ code: 'unavailable' });
  expect(response.headers['retry-after']).toBeDefined();
  expect(response.get('Set-Cookie')).toBeUndefined();
};

/** Makes the next append throw, either before or after the event store has accepted the events. */
function failAppend(when: 'before' | 'after'): void {
  const { journal } = bench.infrastructure;
  const append = journal.append.bind(journal);
  jest.spyOn(journal, 'append').mockImplementationOnce(async (head, events, context) => {
    if (when === 'after') await append(head, events, context);
    throw away;
  });
}

describe('a login', () => {
  it('gives no session if its beginning cannot be recorded', async () => {
    failAppend('before');
    isRefused(await login());
    const [id] = await ids();
    expect(await story(id)).toEqual([]);
  });

  it('gives no cookie if it is unknown whether its beginning was recorded', async () => {
    failAppend('after');
    isRefused(await login());
    const [id] = await ids();
    expect(await story(id)).toEqual(['SessionBegan']);
  });

  it('answers after its beginning is in the stream', async () => {
    const { journal } = bench.infrastructure;
    const append = journal.append.bind(journal);
    let answered = false;
    const seen: boolean[] = [];
    jest.spyOn(journal, 'append').mockImplementationOnce(async (head, events, context) => {
      const recorded = await append(head, events, context);
      await new Promise(setImmediate);
      seen.push(answered);
      return recorded;
    });
    await login()
      .expect(200)
      .then(() => {
        answered = true;
      });
    expect(seen).toEqual([false]);
  });

  it('leaves the previous session unchanged if it cannot end it, and then begins none', async () => {
    const cookie = await session();
    failAppend('before');
    isRefused(await login(cookie));
    expect(await ids()).toHaveLength(1);
    await guarded(cookie).expect(200);
  });

  it('leaves no session if it ended the previous one but could not begin another', async () => {
    const cookie = await session();
    const { journal } = bench.infrastructure;
    const append = journal.append.bind(journal);
    jest
      .spyOn(journal, 'append')
      .mockImplementationOnce((head, events, context) => append(head, events, context) as never)
      .mockRejectedValueOnce(away);
    isRefused(await login(cookie));
    await guarded(cookie).expect(401);
    const [id] = await ids();
    expect(await story(id)).toEqual([]);
  });
});

describe('a logout', () => {
  it('leaves cookie and session unchanged if the end cannot be recorded, and succeeds when repeated', async () => {
    const cookie = await session();
    failAppend('before');
    isRefused(await logout(cookie));
    await guarded(cookie).expect(200);
    await logout(cookie).expect(204);
    await guarded(cookie).expect(401);
  });

  it('can be repeated if it is unknown whether the end was recorded', async () => {
    const cookie = await session();
    const [id] = await ids();
    failAppend('after');
    isRefused(await logout(cookie));
    await guarded(cookie).expect(401);
    await logout(cookie).expect(204);
    expect(await story(id)).toEqual(['SessionBegan', 'SessionEnded']);
    expect(await ids()).toEqual([]);
  });

  it('ends the session even if the backend stops before the row is deleted', async () => {
    const cookie = await session();
    const gone = jest.spyOn(SessionRows.prototype, 'delete').mockRejectedValueOnce(away);
    isRefused(await logout(cookie));
    expect(gone).toHaveBeenCalled();
    expect(await ids()).toHaveLength(1);
    await guarded(cookie).expect(401);
    await logout(cookie).expect(204);
    expect(await ids()).toEqual([]);
  });

  it('on one backend immediately ends the session on the other, too', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cookie = await session();
      await guarded(cookie, other).expect(200);
      await logout(cookie, round % 2 === 0 ? test : other).expect(204);
      await guarded(cookie, test).expect(401);
      await guarded(cookie, other).expect(401);
    }
  });

  it('on two backends at once records one end', async () => {
    const cookie = await session();
    const [id] = await ids();
    await Promise.all([logout(cookie).expect(204), logout(cookie, other).expect(204)]);
    expect(await story(id)).toEqual(['SessionBegan', 'SessionEnded']);
  });
});

it('a session whose stream cannot be read gives no access, but is not reported as ended', async () => {
  const cookie = await session();
  jest.spyOn(bench.infrastructure.store, 'ends').mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  isRefused(await guarded(cookie));
  isRefused(await request(test.server).get('/api/admin/check').set('cookie', cookie));
  await guarded(cookie).expect(200);
});

describe('a session whose stream has an event of another version', () => {
  it('is not valid here, but does not block logins or logouts in its browser', async () => {
    for (const act of [login, logout]) {
      const cookie = await session();
      const [id = ''] = await ids();
      await pool.query('UPDATE event_store.events SET type = $2 WHERE stream = $1', [
        accessStream(id),
        'SessionBegan.v9',
      ]);
      await guarded(cookie, other).expect(401);
      const answer = await act(cookie, other);
      expect([answer.status, answer.headers['retry-after']]).toEqual([act === login ? 200 : 204, undefined]);
      expect(await ids()).not.toContain(id);
      await pool.query('TRUNCATE admin_sessions');
    }
  });
});

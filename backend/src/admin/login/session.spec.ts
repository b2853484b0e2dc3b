import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import request from 'supertest';
import { TEST_KEYED_HASH, type TestApp, type TestAppOptions } from '../../http/testing/test-app.js';
import type { Clock } from '../../platform/time/clock.js';
import { BATCH } from '../../platform/postgres/in-batches.js';
import { countingRows } from '../../platform/postgres/testing/count-rows.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { PASSWORD_DIGESTS } from '../../platform/wiring/tokens.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { Credentials } from './credentials.js';
import { forgetLoginAttempts } from './forget-login-attempts.js';
import { waitSeconds } from './login-throttle.js';
import { loginApp } from '../../../testing/backend/login-app.js';

const MINUTE = 60_000;
let bench: TestInfrastructure;
let database: { readonly pool: Pool };
let test: TestApp;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  database = { pool: bench.infrastructure.pool };
  test = await loginApp(bench);
});
afterAll(async () => {
  await test.close();
  await bench.stop();
});
beforeEach(() => database.pool.query('TRUNCATE login_attempts, admin_sessions, rate_limits'));

const clock: Clock = { now: () => bench.clock.now() };
const later = (ms: number): void => bench.clock.advance(ms);
const login = (password: unknown, from = '203.0.113.9'): request.Test =>
  request(test.server).post('/api/admin/login').set('x-forwarded-for', from).send({ password });
const cookieOf = (response: request.Response): string => response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
const session = async (password = 'correct horse'): Promise<string> =>
  cookieOf(await login(password).expect(200));
const get = (path: string, cookie = ''): request.Test => request(test.server).get(path).set('cookie', cookie);

describe('login', () => {
  it('knows both roles by their passwords', async () => {
    const admin = await login('correct horse').expect(200, { role: 'admin' });
    expect(admin.get('Set-Cookie')?.[0]).toMatch(
      /^session=.{43,}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    await login('battery staple').expect(200, { role: 'auditor' });
  });

  it.each([['wrong'], ['correct horse '], ['x'.repeat(200)]])('refuses %s', async (password) => {
    const response = await login(password).expect(401);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'invalid_password' });
    expect(response.get('Set-Cookie')).toBeUndefined();
  });

  it.each([[''], [undefined], [12], [null], ['x'.repeat(201)], [{ $ne: '' }]])(
    'refuses a value that is not a password: %j',
    async (password) => {
      const response = await login(password).expect(400);
      expect(JSON.parse(response.text)).toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'password' }],
      });
    },
  );

  it('stores neither passwords nor session ids nor addresses', async () => {
    const cookie = await session();
    const id = decodeURIComponent(cookie.slice('session='.length)).split('.')[0] ?? '';
    const { rows } = await database.pool.query(
      'SELECT a.*, l.address AS "from" FROM admin_sessions a, login_attempts l',
    );
    const stored = JSON.stringify(rows);
    for (const secret of [id, 'correct', '203.0.113.9']) expect(stored).not.toContain(secret);
    expect(JSON.stringify(test.logs)).not.toContain('correct horse');
  });
});

describe('guessing', () => {
  const fail = async (times: number, from?: string): Promise<void> => {
    for (let i = 0; i < times; i += 1) await login('wrong', from).expect(401);
  };

  it('is slowed down by growing waits after five attempts', async () => {
    await fail(5);
    const refused = await login('correct horse').expect(429);
    expect(refused.headers['retry-after']).toBe('60');
    later(59_000);
    await login('wrong').expect(429);
    later(1000);
    await login('wrong').expect(401);
    later(MINUTE);
    expect((await login('wrong').expect(429)).headers['retry-after']).toBe('60');
    later(MINUTE);
    await login('wrong').expect(401);
    expect((await login('wrong').expect(429)).headers['retry-after']).toBe('240');
    expect([4, 5, 6, 7, 30].map((failures) => waitSeconds(failures))).toEqual([0, 60, 120, 240, 3600]);
  });

  it('gains nothing from concurrent attempts', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => login('wrong').then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('does not include logins that were refused because too many came at once', async () => {
    const roleOf = jest.spyOn(test.app.get(Credentials), 'roleOf');
    for (let n = 0; n < 10; n += 1) {
      roleOf.mockRejectedValueOnce(new RuleBroken('unavailable'));
      const refused = await login('correct horse').expect(503);
      expect(refused.headers['retry-after']).toBe('2');
    }
    // The rows of other limits are written later and may appear at any time. The query therefore reads only
    // the count of `strangersLogin`.
    const strangers = TEST_KEYED_HASH.of('visitor', 'rate-limit strangersLogin everyone');
    const { rows } = await database.pool.query(
      'SELECT failures, (SELECT count FROM rate_limits WHERE bucket = $1) AS strangers FROM login_attempts',
      [strangers],
    );
    expect(rows).toEqual([{ failures: 0, strangers: 0 }]);
    await login('correct horse').expect(200);
  });

  it('from one address blocks neither another address nor, after the wait, the right password', async () => {
    await fail(5);
    await login('correct horse', '203.0.113.10').expect(200);
    await login('correct horse', '2001:db8::1').expect(200);
    later(MINUTE);
    await login('correct horse').expect(200);
    await fail(5);
  });

  it('from many addresses is slowed down; an address that logged in before is not', async () => {
    await login('correct horse').expect(200);
    await database.pool.query('UPDATE rate_limits SET count = 60');
    await login('wrong', '198.51.100.1').expect(429);
    await login('correct horse').expect(200);
  });
});

describe('a session', () => {
  it('leaves no trace of its login: failures are forgotten after a day, known addresses after ninety days', async () => {
    await login('wrong', '203.0.113.1').expect(401);
    await login('correct horse', '203.0.113.2').expect(200);
    const left = async (): Promise<number> => {
      await forgetLoginAttempts(database.pool, clock).run(new AbortController().signal);
      return (await database.pool.query('SELECT FROM login_attempts')).rowCount ?? 0;
    };
    later(23 * HOUR_MS);
    expect(await left()).toBe(2);
    later(2 * HOUR_MS);
    expect(await left()).toBe(1);
    later(90 * DAY_MS);
    expect(await left()).toBe(0);
  });

  it('forgets any number of addresses, in batches', async () => {
    await database.pool.query('DELETE FROM login_attempts');
    await database.pool.query(
      `INSERT INTO login_attempts SELECT 'address-' || n, 1, $1::timestamptz - interval '91 days', n % 2 = 0
       FROM generate_series(1, $2::int) n`,
      [clock.now(), 2 * BATCH + 2],
    );
    const counts: number[] = [];
    const forget = forgetLoginAttempts(countingRows(database.pool, counts), clock);
    await forget.run(new AbortController().signal);
    expect(counts).toEqual([BATCH, 1, BATCH, 1]);
    counts.length = 0;
    await forget.run(AbortSignal.abort());
    expect(counts).toEqual([]);
  });

  it('gives access according to its role', async () => {
    const [admin, auditor] = [await session(), await session('battery staple')];
    await get('/api/guarded/admin', admin).expect(200, { role: 'admin' });
    await get('/api/guarded/audit', auditor).expect(200, { role: 'auditor' });
    const forbidden = await get('/api/guarded/admin', auditor).expect(403);
    expect(JSON.parse(forbidden.text)).toMatchObject({ code: 'forbidden' });
    const none = await get('/api/guarded/admin').expect(401);
    expect(JSON.parse(none.text)).toMatchObject({ code: 'unauthenticated' });
    const damaged = request(test.server).post('/api/guarded/admin').type('json').send('{"a":');
    expect(JSON.parse((await damaged.expect(401)).text)).toMatchObject({ code: 'unauthenticated' });
    await get('/api/guarded/admin', 'session=forged').expect(401);
    await get('/api/guarded/admin', `${admin}x`).expect(401);
  });

  it('is reported, never refused, to any caller', async () => {
    await get('/api/admin/check').expect(200, { isAdmin: false, role: null });
    await get('/api/admin/check', 'session=forged').expect(200, { isAdmin: false, role: null });
    await get('/api/admin/check', await session()).expect(200, { isAdmin: true, role: 'admin' });
    await get('/api/admin/check', await session('battery staple')).expect(200, {
      isAdmin: false,
      role: 'auditor',
    });
  });

  it('also ends in the server on logout', async () => {
    const cookie = await session();
    const out = await request(test.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    expect(out.get('Set-Cookie')?.[0]).toMatch(/^session=;/);
    await get('/api/guarded/admin', cookie).expect(401);
    await request(test.server).post('/api/admin/logout').expect(204);
  });

  it('is a new one after each login', async () => {
    const first = await session();
    const second = cookieOf(await login('correct horse').set('cookie', first).expect(200));
    expect(second).not.toBe(first);
    await get('/api/guarded/admin', first).expect(401);
    await get('/api/guarded/admin', second).expect(200);
  });

  describe('in a backend', () => {
    let other: TestApp;
    afterEach(() => other.close());
    const start = async (parts: Partial<TestAppOptions>): Promise<void> => {
      other = await loginApp(bench, parts);
    };
    const role = async (cookie: string): Promise<unknown> => {
      const { text } = await request(other.server).get('/api/admin/check').set('cookie', cookie).expect(200);
      return (JSON.parse(text) as { role: unknown }).role;
    };

    it('ends if its password was changed, while that of the other role continues', async () => {
      const [admin, auditor] = [await session(), await session('battery staple')];
      const changed = { admin: 'of a new password', auditor: 'of the auditor' };
      await start({ platform: new Map([[PASSWORD_DIGESTS, changed]]) });
      expect([await role(admin), await role(auditor)]).toEqual([null, 'auditor']);
    });

    it('continues with a new SESSION_SECRET if the old one is configured too', async () => {
      const cookie = await session();
      const [old, next] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
      await start({ http: { sessionSecrets: [next, old] } });
      expect(await role(cookie)).toBe('admin');
      const login = request(other.server).post('/api/admin/login').send({ password: 'correct horse' });
      const signedAnew = cookieOf(await login.expect(200));
      await other.close();
      await start({ http: { sessionSecrets: [next] } });
      expect([await role(signedAnew), await role(cookie)]).toEqual(['admin', null]);
    });
  });

  it('ends after two idle hours, and in any case after twelve', async () => {
    const idle = await session();
    later(119 * MINUTE);
    await get('/api/guarded/admin', idle).expect(200);
    later(119 * MINUTE);
    await get('/api/guarded/admin', idle).expect(200);
    later(121 * MINUTE);
    await get('/api/guarded/admin', idle).expect(401);
    const busy = await session();
    for (let hour = 0; hour < 12; hour += 1) {
      later(60 * MINUTE - 1000);
      await get('/api/guarded/admin', busy).expect(200);
    }
    later(MINUTE);
    await get('/api/guarded/admin', busy).expect(401);
  });
});

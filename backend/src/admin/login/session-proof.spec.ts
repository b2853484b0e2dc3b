import { sign } from '@fastify/cookie';
import type { Role } from '@siegel/contracts/enums';
import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import request from 'supertest';
import { accessDecider } from '../../audit/model/access.decider.js';
import {
  newClaim,
  passwordMark,
  rowOf,
  type SessionClaim,
  writeClaim,
} from '../../http/callers/session-claim.js';
import { SessionRows } from '../../http/callers/session-rows.js';
import { TEST_KEYED_HASH, type TestApp } from '../../http/testing/test-app.js';
import { RecordedTampering } from '../../platform/tampering/testing/recorded-tampering.js';
import { TAMPERING } from '../../platform/wiring/tokens.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { loginApp } from '../../../testing/backend/login-app.js';

const MINUTE = 60_000;
let bench: TestInfrastructure;
let pool: Pool;
let test: TestApp;
let tampering: RecordedTampering;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  pool = bench.infrastructure.pool;
  tampering = new RecordedTampering();
  test = await loginApp(bench, { platform: new Map([[TAMPERING, tampering]]) });
});
afterAll(async () => {
  await test.close();
  await bench.stop();
});
beforeEach(async () => {
  tampering.all.length = 0;
  await pool.query('TRUNCATE login_attempts, admin_sessions, rate_limits');
});

const WORDS = { admin: 'correct horse', auditor: 'battery staple' } as const;
const cookieOf = (response: request.Response): string => response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
const login = (role: Role, cookie = ''): request.Test =>
  request(test.server).post('/api/admin/login').set('cookie', cookie).send({ password: WORDS[role] });
const session = async (role: Role): Promise<string> => cookieOf(await login(role).expect(200));
const get = (path: string, cookie: string): request.Test =>
  request(test.server).get(path).set('cookie', cookie);
const logout = (cookie: string): request.Test =>
  request(test.server).post('/api/admin/logout').set('cookie', cookie);
const roleOf = async (cookie: string): Promise<unknown> =>
  (JSON.parse((await get('/api/admin/check', cookie).expect(200)).text) as { role: unknown }).role;

/** Returns the ids of the sessions in the database. */
const ids = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('SELECT id FROM admin_sessions ORDER BY created_at')).rows.map(
    ({ id }) => id,
  );
const onlyId = async (): Promise<string> => {
  const [id, ...more] = await ids();
  if (id === undefined || more.length > 0) throw new Error('not one session');
  return id;
};
const story = async (id: string): Promise<string[]> =>
  (await bench.infrastructure.commands.state(accessDecider, id)).events.map(({ type, actor, open }) =>
    [actor, type, ...Object.values(open)].join(' '),
  );
const beginInStream = (id: string): Promise<unknown> =>
  bench.infrastructure.commands.run(
    accessDecider,
    id,
    { type: 'BeginSession', role: 'admin' },
    bench.context(),
  );
const changed = { kind: 'session', subject: { session: expect.any(String), found: 'changed row' } };

const SECRET = Buffer.alloc(32, 5).toString('hex');
/** Returns a cookie that the service did not make, signed as if SESSION_SECRET had leaked. */
const signed = (value: string): string => `session=${encodeURIComponent(sign(value, SECRET))}`;
const valueOf = (cookie: string): string => {
  const value = decodeURIComponent(cookie.slice('session='.length));
  return value.slice(0, value.lastIndexOf('.'));
};
const ownClaim = (role: Role): SessionClaim =>
  newClaim(
    role,
    bench.clock.now(),
    passwordMark(TEST_KEYED_HASH, role === 'admin' ? 'of the admin' : 'of the auditor'),
  );

describe('a session', () => {
  it('begins and ends in its stream, with its role and the reason of its end', async () => {
    const first = await session('auditor');
    const id = await onlyId();
    expect(await story(id)).toEqual(['auditor SessionBegan auditor']);
    const second = cookieOf(await login('admin', first).expect(200));
    expect(await story(id)).toEqual(['auditor SessionBegan auditor', 'auditor SessionEnded login']);
    const next = await onlyId();
    expect(next).not.toBe(id);
    await logout(second).expect(204);
    expect(await story(next)).toEqual(['admin SessionBegan admin', 'admin SessionEnded logout']);
    expect(await ids()).toEqual([]);
  });

  it('begins at the time that is part of its hashed id', async () => {
    const cookie = await session('admin');
    const { events } = await bench.infrastructure.commands.state(accessDecider, await onlyId());
    expect(events.map(({ at }) => at)).toEqual([
      new Date(Number(valueOf(cookie).split('.')[2])).toISOString(),
    ]);
  });
});

describe('a changed row', () => {
  it('does not give another role, start or password, and is reported', async () => {
    const [admin, auditor] = [await session('admin'), await session('auditor')];
    await pool.query(
      `UPDATE admin_sessions SET role = 'admin', created_at = created_at + interval '1 hour',
       opened_with = (SELECT opened_with FROM admin_sessions WHERE role = 'admin') WHERE role = 'auditor'`,
    );
    await get('/api/guarded/admin', auditor).expect(403);
    expect(await roleOf(auditor)).toBe('auditor');
    expect(tampering.all).toContainEqual(changed);
    tampering.all.length = 0;
    expect(await roleOf(admin)).toBe('admin');
    expect(tampering.all).toEqual([]);
  });

  it.each([
    ['role', "role = 'admin'"],
    ['start', "created_at = created_at + interval '1 second'"],
    ['password', "opened_with = opened_with || '0'"],
  ])('is reported if its %s differs', async (_, change) => {
    const auditor = await session('auditor');
    await pool.query(`UPDATE admin_sessions SET ${change}`);
    expect(await roleOf(auditor)).toBe('auditor');
    expect(tampering.all).toEqual([changed]);
  });

  it('does not make a session last longer than twelve hours', async () => {
    const cookie = await session('admin');
    bench.clock.advance(12 * HOUR_MS);
    await pool.query('UPDATE admin_sessions SET last_seen_at = $1', [bench.clock.now()]);
    await get('/api/guarded/admin', cookie).expect(200);
    await pool.query(
      `UPDATE admin_sessions SET created_at = now() + interval '1 year', last_seen_at = now() + interval '1 year'`,
    );
    bench.clock.advance(1);
    await get('/api/guarded/admin', cookie).expect(401);
  });

  it('ends a session that is idle according to the row, or whose id was changed in the row', async () => {
    const cookie = await session('admin');
    await pool.query(`UPDATE admin_sessions SET last_seen_at = last_seen_at - interval '121 minutes'`);
    await get('/api/guarded/admin', cookie).expect(401);
    const other = await session('admin');
    await pool.query(`UPDATE admin_sessions SET id = repeat('a', 64) WHERE id = $1`, [(await ids()).at(-1)]);
    await get('/api/guarded/admin', other).expect(401);
  });
});

describe('an inserted row', () => {
  const rows = (): Promise<{ rows: object[] }> => pool.query('SELECT * FROM admin_sessions');
  const put = (row: object): Promise<unknown> =>
    pool.query('INSERT INTO admin_sessions SELECT * FROM jsonb_populate_record(NULL::admin_sessions, $1)', [
      row,
    ]);

  it.each(['logout', 'another login'])('gives no access when it is inserted again after %s', async (end) => {
    const cookie = await session('admin');
    const [row = {}] = (await rows()).rows;
    await (end === 'logout' ? logout(cookie).expect(204) : login('admin', cookie).expect(200));
    await put(row);
    await get('/api/guarded/admin', cookie).expect(401);
    const other = await loginApp(bench);
    try {
      await request(other.server).get('/api/guarded/admin').set('cookie', cookie).expect(401);
    } finally {
      await other.close();
    }
  });

  it('gives no access with a forged cookie, whether or not it is signed', async () => {
    const claim = ownClaim('admin');
    await new SessionRows(pool).insert(rowOf(TEST_KEYED_HASH, claim));
    const row = await onlyId();
    await get('/api/guarded/admin', `session=${writeClaim(claim)}`).expect(401);
    await get('/api/guarded/admin', signed(writeClaim(claim))).expect(401);
    await beginInStream(row);
    // The format of the cookies was not the cause of the two refusals above. Now that the event exists, the
    // signed cookie opens a session. The unsigned cookie is still refused.
    await get('/api/guarded/admin', signed(writeClaim(claim))).expect(200);
    await get('/api/guarded/admin', `session=${writeClaim(claim)}`).expect(401);
  });

  it('does not prolong a session whose beginning in the stream is later than its start', async () => {
    const claim = ownClaim('admin');
    bench.clock.advance(12 * HOUR_MS + 1);
    const { id } = rowOf(TEST_KEYED_HASH, claim);
    await new SessionRows(pool).insert({ ...rowOf(TEST_KEYED_HASH, claim), createdAt: bench.clock.now() });
    await beginInStream(id);
    await get('/api/guarded/admin', signed(writeClaim(claim))).expect(401);
  });

  it('gives no access with another role or start, forged from a cookie with the same secret', async () => {
    const auditor = await session('auditor');
    const [secret = '', , start = '', mark = ''] = valueOf(auditor).split('.');
    const adminMark = ownClaim('admin').openedWith;
    const claims = [
      [secret, 'admin', start, mark],
      [secret, 'admin', start, adminMark],
      [secret, 'auditor', String(Number(start) + 1), mark],
    ].map((parts) => parts.join('.'));
    for (const claim of claims) expect(await roleOf(signed(claim))).toBeNull();
    await pool.query(
      `INSERT INTO admin_sessions SELECT repeat('b', 64), 'admin', created_at, last_seen_at, opened_with FROM admin_sessions`,
    );
    for (const claim of claims) expect(await roleOf(signed(claim))).toBeNull();
    expect(await roleOf(auditor)).toBe('auditor');
  });
});

describe('a cookie of another format', () => {
  it.each([
    ['of the previous version', 'k'.repeat(43)],
    ['with another role', `${'k'.repeat(43)}.party1.1700000000000.${'a'.repeat(64)}`],
    ['with more', `${'k'.repeat(43)}.admin.1700000000000.${'a'.repeat(64)}.x`],
    ['with nothing', ''],
  ])('%s gives neither a session nor an error', async (_, value) => {
    expect(await roleOf(signed(value))).toBeNull();
    const refused = await get('/api/guarded/admin', signed(value)).expect(401);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'unauthenticated' });
    await logout(signed(value)).expect(204);
    await login('admin', signed(value)).expect(200);
  });

  it('of the previous version loses its row at the logout, so that backends of that version refuse it', async () => {
    const value = 'k'.repeat(43);
    await pool.query(
      `INSERT INTO admin_sessions (id, role, created_at, last_seen_at, opened_with) VALUES ($1, 'admin', now(), now(), '')`,
      [TEST_KEYED_HASH.of('session', value)],
    );
    expect(await roleOf(signed(value))).toBeNull();
    await logout(signed(value)).expect(204);
    expect(await ids()).toEqual([]);
  });

  it('of this version is unknown to the previous version, which searches for the hash of the whole cookie', async () => {
    const cookie = await session('admin');
    expect(TEST_KEYED_HASH.of('session', valueOf(cookie))).not.toBe(await onlyId());
  });
});

it('a session that was idle for two hours is over, whatever its stream says', async () => {
  const cookie = await session('admin');
  bench.clock.advance(121 * MINUTE);
  await get('/api/guarded/admin', cookie).expect(401);
});

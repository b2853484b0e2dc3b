import type { Role } from '@siegel/contracts/enums';
import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import request from 'supertest';
import { accessDecider } from './model/access.decider.js';
import { accessStream } from './model/access.events.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { loginApp } from '../../testing/backend/login-app.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { SessionRows } from '../http/callers/session-rows.js';
import { Sessions } from '../http/callers/sessions.js';
import { TEST_KEYED_HASH, type TestApp } from '../http/testing/test-app.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { PASSWORD_DIGESTS } from '../platform/wiring/tokens.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { AccessLog } from './access-log.js';
import { endSessions, type EndSessionsParts } from './end-sessions.js';

const MINUTE = 60_000;
let bench: TestInfrastructure;
let pool: Pool;
let test: TestApp;
let tampering: RecordedTampering;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  pool = bench.infrastructure.pool;
  test = await loginApp(bench);
});
afterAll(async () => {
  await test.close();
  await bench.stop();
});
beforeEach(async () => {
  tampering = new RecordedTampering();
  await pool.query('TRUNCATE login_attempts, admin_sessions, rate_limits');
});
afterEach(() => jest.restoreAllMocks());

/** Returns a function that runs one round of `endSessions` as one backend does. */
function rounds(parts: Partial<EndSessionsParts> = {}): () => Promise<void> {
  const scheduled = endSessions({
    rows: new SessionRows(pool),
    records: new AccessLog({ ...bench.infrastructure, assertMayRecord: () => undefined }),
    sessions: test.app.get(Sessions),
    passwordsAgree: async () => true,
    isEnded: () => false,
    tampering,
    clock: bench.clock,
    ...parts,
  });
  return () => scheduled.run(new AbortController().signal);
}

/** Returns the sessions of a backend that has another password for the admin. */
function withOtherPassword(): Sessions {
  const { pool: database, clock } = bench.infrastructure;
  return new Sessions(
    {
      rows: new SessionRows(database),
      records: new AccessLog({ ...bench.infrastructure, assertMayRecord: () => undefined }),
      clock,
      keyedHash: TEST_KEYED_HASH,
      tampering,
      passwords: { ...test.app.get(PASSWORD_DIGESTS), admin: 'of a new password' },
    },
    { https: false },
  );
}

async function session(role: Role = 'admin'): Promise<{ cookie: string; id: string }> {
  const password = role === 'admin' ? 'correct horse' : 'battery staple';
  const known = new Set(await ids());
  const answer = await request(test.server).post('/api/admin/login').send({ password }).expect(200);
  const [id = ''] = (await ids()).filter((one) => !known.has(one));
  return { cookie: answer.get('Set-Cookie')?.[0]?.split(';')[0] ?? '', id };
}
const ids = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('SELECT id FROM admin_sessions')).rows.map(({ id }) => id);
const end = async (id: string): Promise<unknown> => {
  const { events } = await bench.infrastructure.commands.state(accessDecider, id);
  return events.flatMap(({ type, actor, open }) => (type === 'SessionEnded' ? [{ actor, ...open }] : []));
};
const check = (cookie: string): request.Test =>
  request(test.server).get('/api/admin/check').set('cookie', cookie).expect(200);

describe('a round', () => {
  it('leaves living sessions alone', async () => {
    const { cookie, id } = await session();
    bench.clock.advance(119 * MINUTE);
    await check(cookie);
    bench.clock.advance(119 * MINUTE);
    await rounds()();
    expect([await end(id), await ids()]).toEqual([[], [id]]);
  });

  it('ends each session that was idle for two hours, once, and deletes its row', async () => {
    const { id } = await session();
    bench.clock.advance(2 * HOUR_MS + 1);
    const round = rounds();
    for (let n = 0; n < 2; n += 1) await round();
    expect([await end(id), await ids()]).toEqual([[{ actor: 'system', by: 'time' }], []]);
  });

  it('ends sessions that began more than twelve hours ago, whatever their row says', async () => {
    const { id } = await session();
    bench.clock.advance(12 * HOUR_MS);
    await pool.query('UPDATE admin_sessions SET last_seen_at = $1, created_at = $1', [bench.clock.now()]);
    const round = rounds();
    await round();
    expect(await end(id)).toEqual([]);
    bench.clock.advance(1);
    await round();
    expect(await end(id)).toEqual([{ actor: 'system', by: 'time' }]);
  });

  it('does not end a session as idle if its stream has a recent reading, whatever its row says', async () => {
    const { id } = await session();
    bench.clock.advance(HOUR_MS);
    await bench.infrastructure.commands.run(
      accessDecider,
      id,
      { type: 'RecordReading', role: 'admin', what: 'nda', ndaIds: [id] },
      bench.context(),
    );
    bench.clock.advance(90 * MINUTE);
    await rounds()();
    expect([await end(id), await ids()]).toEqual([[], [id]]);
    bench.clock.advance(31 * MINUTE);
    await rounds()();
    expect(await end(id)).toEqual([{ actor: 'system', by: 'time' }]);
  });

  it('ends sessions that another password opened, as soon as all backends have the new one', async () => {
    const [admin, auditor] = [await session('admin'), await session('auditor')];
    await rounds()();
    await rounds({ sessions: withOtherPassword(), passwordsAgree: async () => false })();
    expect(await end(admin.id)).toEqual([]);
    await rounds({ sessions: withOtherPassword() })();
    expect([await end(admin.id), await end(auditor.id)]).toEqual([[{ actor: 'system', by: 'password' }], []]);
    expect(await ids()).toEqual([auditor.id]);
  });

  it('does not end a session of a backend that started with a new password during the round', async () => {
    const old = withOtherPassword();
    let agree = true;
    let opened = '';
    const rows = new SessionRows(pool);
    const page = async (after: string, limit: number) => {
      if (opened === '') {
        agree = false;
        opened = (await session()).id;
      }
      return rows.page(after, limit);
    };
    const parts = { sessions: old, passwordsAgree: async () => agree };
    await rounds({ ...parts, rows: { page, delete: (id) => rows.delete(id) } })();
    expect([await end(opened), await ids()]).toEqual([[], [opened]]);
  });

  it('does not end a session because its row was changed to another password, and reports the row', async () => {
    const [one, two] = [await session(), await session()];
    const copied = `UPDATE admin_sessions SET opened_with = (SELECT opened_with FROM admin_sessions WHERE id = $2) WHERE id = $1`;
    await pool.query(copied, [one.id, two.id]);
    await rounds()();
    expect([await end(one.id), await end(two.id)]).toEqual([[], []]);
    await pool.query(`UPDATE admin_sessions SET opened_with = 'of another' WHERE id = $1`, [two.id]);
    await rounds()();
    expect(await end(two.id)).toEqual([]);
    expect(tampering.all.map(({ subject }) => subject['session']).toSorted()).toEqual(
      [one.id, one.id, two.id].toSorted(),
    );
  });

  it('deletes a row that a crash left after its session ended, and reports a row that was put back', async () => {
    const { id, cookie } = await session();
    const { rows } = await pool.query('SELECT * FROM admin_sessions');
    const put = (): Promise<unknown> =>
      pool.query(
        'INSERT INTO admin_sessions SELECT * FROM jsonb_populate_record(NULL::admin_sessions, $1)',
        rows,
      );
    await request(test.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    await put();
    const round = rounds();
    await round();
    expect([await ids(), tampering.all]).toEqual([[], []]);
    bench.clock.advance(5 * MINUTE);
    await round();
    bench.clock.advance(5 * MINUTE);
    await round();
    await put();
    await round();
    expect(await ids()).toEqual([]);
    expect(tampering.all).toEqual([
      { kind: 'session', subject: { session: id, found: 'row of an ended session' } },
    ]);
  });

  it('deletes the row of a session without a beginning when its time is over, and records nothing', async () => {
    await pool.query(
      `INSERT INTO admin_sessions (id, role, created_at, last_seen_at, opened_with) VALUES (repeat('c', 64), 'admin', $1, $1, '')`,
      [bench.clock.now()],
    );
    await rounds()();
    expect(await ids()).toHaveLength(1);
    bench.clock.advance(2 * HOUR_MS + 1);
    await rounds()();
    expect([await ids(), await end('c'.repeat(64))]).toEqual([[], []]);
  });

  it('leaves a session alone whose stream is closed, and deletes its row once the operator ended the stream', async () => {
    const { cookie, id } = await session();
    await alterEvent(pool, accessStream(id), 0);
    expect((await check(cookie)).body.isAdmin).toBe(false);
    bench.clock.advance(13 * HOUR_MS);
    await rounds()();
    expect(await ids()).toEqual([id]);
    await rounds({ isEnded: (stream) => stream === accessStream(id) })();
    expect([await ids(), tampering.all.filter(({ kind }) => kind === 'session')]).toEqual([[], []]);
  });

  it('continues after a session that fails, and throws its error at the end', async () => {
    const all = [await session(), await session(), await session()];
    bench.clock.advance(2 * HOUR_MS + 1);
    jest
      .spyOn(bench.infrastructure.journal, 'append')
      .mockRejectedValueOnce(new EventStoreUnavailable('away'));
    const round = rounds();
    await expect(round()).rejects.toThrow('away');
    expect(await ids()).toHaveLength(1);
    await round();
    for (const { id } of all) expect(await end(id)).toEqual([{ actor: 'system', by: 'time' }]);
  });

  it('checks every row, however many there are', async () => {
    await pool.query(
      `INSERT INTO admin_sessions (id, role, created_at, last_seen_at)
       SELECT encode(sha256(n::text::bytea), 'hex'), 'admin', $1, $1 FROM generate_series(1, 250) n`,
      [bench.clock.now()],
    );
    bench.clock.advance(2 * HOUR_MS + 1);
    await rounds()();
    expect(await ids()).toEqual([]);
  });
});

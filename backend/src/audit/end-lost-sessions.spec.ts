import { HOUR_MS } from '@siegel/contracts/limits';
import request from 'supertest';
import { accessDecider } from './model/access.decider.js';
import { accessStream } from './model/access.events.js';
import { loginApp } from '../../testing/backend/login-app.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { appendFirstFormat } from '../eventsourcing/journal/testing/first-format.js';
import type { TestApp } from '../http/testing/test-app.js';
import {
  CauseMissing,
  type JobHandler,
  type JobRequest,
  ParkedFor,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { JOBS_CHANNEL } from '../platform/jobs/enqueue.js';
import { ADMIN_PASSWORD, startTestBackend } from '../../testing/backend/test-backend.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { until } from '../platform/testing/until.js';
import { SetClock } from '../vault/testing/vault-database.js';
import { AccessLog } from './access-log.js';
import { endSessionJob, endSessionWhenBegun } from './end-lost-sessions.js';

let bench: TestInfrastructure;
let test: TestApp;
let job: JobHandler;
const ended = new Set<string>();
beforeAll(async () => {
  bench = await openTestInfrastructure();
  test = await loginApp(bench);
  const records = new AccessLog({ ...bench.infrastructure, assertMayRecord: () => undefined });
  job = endSessionJob({ records, isEnded: (stream) => ended.has(stream), clock: bench.clock });
});
afterAll(async () => {
  await test.close();
  await bench.stop();
});

/** Logs in, and then deletes the row of the session. */
async function lost(): Promise<{ readonly id: string; readonly cookie: string }> {
  const { pool } = bench.infrastructure;
  await pool.query('TRUNCATE login_attempts, admin_sessions, rate_limits');
  const answer = await request(test.server).post('/api/admin/login').send({ password: 'correct horse' });
  const { rows } = await pool.query<{ id: string }>('DELETE FROM admin_sessions RETURNING id');
  return { id: rows[0]?.id ?? '', cookie: answer.get('Set-Cookie')?.[0]?.split(';')[0] ?? '' };
}
const eventsOf = async (id: string) => (await bench.infrastructure.commands.state(accessDecider, id)).events;
const ends = async (id: string): Promise<unknown[]> =>
  (await eventsOf(id)).flatMap(({ type, actor, open }) =>
    type === 'SessionEnded' ? [{ actor, ...open }] : [],
  );
const run = (payload: JobRequest['payload']): Promise<unknown> =>
  job
    .run(payload, {
      attempt: 1,
      jobId: '1',
      signal: new AbortController().signal,
      assertHeld: () => Promise.resolve(),
    })
    .then(
      () => 'done',
      (error: unknown) => error,
    );

describe('a session whose row is lost', () => {
  it('is no longer valid, and its logout is recorded', async () => {
    const { id, cookie } = await lost();
    const { body } = await request(test.server).get('/api/admin/check').set('cookie', cookie).expect(200);
    expect(body.isAdmin).toBe(false);
    await request(test.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    expect(await ends(id)).toEqual([{ actor: 'admin', by: 'logout' }]);
  });

  it('gets its job because of the event that began it, and because of no other event', async () => {
    const { id, cookie } = await lost();
    await request(test.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    const jobs = (await eventsOf(id)).map((event) => endSessionWhenBegun.react(event as never));
    expect(jobs).toEqual([[{ task: 'end-session', payload: { session: id }, key: `end:access-${id}` }], []]);
  });

  it('ends once, when it is twelve hours old by its stream', async () => {
    const { id } = await lost();
    bench.clock.advance(2 * HOUR_MS);
    expect(await run({ session: id })).toMatchObject({ ms: 10 * HOUR_MS + 1, cause: undefined });
    bench.clock.advance(10 * HOUR_MS);
    expect(await run({ session: id })).toMatchObject({ ms: 1 });
    expect(await ends(id)).toEqual([]);
    bench.clock.advance(1);
    for (const _ of ['once', 'twice']) expect(await run({ session: id })).toBe('done');
    expect(await ends(id)).toEqual([{ actor: 'system', by: 'time' }]);
  });

  it('is not changed by a job once it has ended', async () => {
    const { id, cookie } = await lost();
    await request(test.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    expect(await run({ session: id })).toBe('done');
    bench.clock.advance(13 * HOUR_MS);
    expect(await run({ session: id })).toBe('done');
    expect(await ends(id)).toHaveLength(1);
  });
});

describe('a job that ends a session', () => {
  it('has no cause if the stream that it names has no beginning, whatever its payload says', async () => {
    const payloads: JobRequest['payload'][] = [{}, { session: 7 }, { session: 'x' }];
    for (const payload of [...payloads, { session: 'a'.repeat(64) }])
      expect(await run(payload)).toBeInstanceOf(CauseMissing);
    expect(await bench.infrastructure.store.readStream(accessStream('a'.repeat(64)))).toEqual([]);
  });

  it('is parked while the stream is closed, and has nothing to do once the operator ended the stream', async () => {
    const { id } = await lost();
    const { putBack } = await alterEvent(bench.infrastructure.pool, accessStream(id), 0);
    bench.clock.advance(13 * HOUR_MS);
    const error = await run({ session: id });
    expect(error).toBeInstanceOf(ParkedFor);
    expect(error).toMatchObject({ subject: accessStream(id) });
    ended.add(accessStream(id));
    expect(await run({ session: id })).toBe('done');
    await putBack();
    expect(await ends(id)).toEqual([]);
  });

  it('waits if a later version of the service wrote into the stream', async () => {
    const session = 'b'.repeat(64);
    const later = [{ type: 'SessionProlonged.v1', open: {} }];
    await appendFirstFormat(
      bench.infrastructure,
      accessStream(session),
      later,
      bench.clock.now().toISOString(),
    );
    bench.clock.advance(13 * HOUR_MS);
    const error = await run({ session });
    expect(error).toBeInstanceOf(TryAgainIn);
    expect(error).toMatchObject({ ms: HOUR_MS, cause: undefined });
  });
});

it('a backend ends a session whose row is lost, even without any other activity', async () => {
  const clock = new SetClock(Date.now());
  const backend = await startTestBackend({ clock });
  try {
    const { pool } = backend.database;
    await backend.browser().post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    await pool.query('DELETE FROM admin_sessions');
    await until(async () => {
      const waiting = `SELECT FROM owed_jobs WHERE task = 'end-session' AND worker IS NULL AND run_at > now()`;
      return (await pool.query(waiting)).rowCount === 1;
    });
    clock.advance(12 * HOUR_MS + 1);
    // Makes the job due, as if twelve hours had also passed for the database.
    await pool.query(`UPDATE owed_jobs SET run_at = now() WHERE task = 'end-session'`);
    await pool.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, '']);
    const types = await until(async () => {
      const { rows } = await pool.query<{ type: string }>(
        `SELECT type FROM event_store.events WHERE stream LIKE 'access-%' ORDER BY revision`,
      );
      return rows.length > 1 && rows.map(({ type }) => type);
    });
    expect(types).toEqual(['SessionBegan.v1', 'SessionEnded.v1']);
    await until(async () => (await pool.query('SELECT FROM owed_jobs')).rowCount === 0);
  } finally {
    await backend.stop();
  }
});

import type { Pool } from 'pg';
import request from 'supertest';
import { openInfrastructure } from '../../app/infrastructure.js';
import { accessStream } from '../../audit/model/access.events.js';
import type { TestApp } from '../../http/testing/test-app.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { firstUnlessAll } from '../../platform/testing/only-in-all.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { loginApp } from '../../../testing/backend/login-app.js';
import { type AttackedStore, attackedStore, STORES } from '../../../testing/faults/attacked-store.js';

describe.each(firstUnlessAll(STORES))('the end of a session, which somebody changes in %s', (kind) => {
  let store: AttackedStore;
  let bench: TestInfrastructure;
  let pool: Pool;
  let test: TestApp;
  beforeAll(async () => {
    store = await attackedStore(kind);
    bench = await openTestInfrastructure(store.url);
    pool = bench.infrastructure.pool;
    await store.attach({ pool, url: databaseUrl() });
    test = await loginApp(bench);
  });
  afterAll(async () => {
    await test.close();
    await bench.stop();
    await store.stop();
  });

  const databaseUrl = (): string => (bench.infrastructure.dataSource.options as { url: string }).url;
  const guarded = (cookie: string, on = test): request.Test =>
    request(on.server).get('/api/guarded/admin').set('cookie', cookie);

  /** Begins a session and ends it. Then the row of the session is put back. */
  async function endedSession(): Promise<{ cookie: string; stream: string }> {
    await pool.query('TRUNCATE admin_sessions, login_attempts, rate_limits');
    const login = request(test.server).post('/api/admin/login').send({ password: 'correct horse' });
    const cookie = (await login.expect(200)).get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
    await guarded(cookie).expect(200);
    const { rows } = await pool.query<{ row: { id: string } }>(
      'SELECT to_jsonb(s) AS row FROM admin_sessions s',
    );
    const row = rows[0]?.row;
    await request(test.server).post('/api/admin/logout').set('cookie', cookie).expect(204);
    await pool.query(
      'INSERT INTO admin_sessions SELECT * FROM jsonb_populate_record(NULL::admin_sessions, $1)',
      [JSON.stringify(row)],
    );
    return { cookie, stream: accessStream(row?.id ?? '') };
  }

  it('ends the session although the event is altered, in any process', async () => {
    const { cookie, stream } = await endedSession();
    await store.alter(stream, 1);
    await guarded(cookie).expect(401);
    await withoutMemory((other) => guarded(cookie, other).expect(401));
  });

  it('ends the session although the event is deleted, in a process that saw the end', async () => {
    const { cookie, stream } = await endedSession();
    await store.remove(stream, 1);
    await guarded(cookie).expect(401);
    // A process without a memory of the stream takes the session for open (docs/security.md).
    await withoutMemory((other) => guarded(cookie, other).expect(200));
  });

  /** Opens the application in a process that never saw an event of this log. */
  async function withoutMemory(work: (app: TestApp) => PromiseLike<unknown>): Promise<void> {
    const infrastructure = await openInfrastructure({
      databaseUrl: databaseUrl(),
      eventStoreUrl: store.url,
      secrets: bench.secrets,
      logger: silentLogger,
      clock: bench.clock,
      connectWithinMs: scaledTimeout(5000),
    });
    const other = await loginApp({ ...bench, infrastructure });
    try {
      await work(other);
    } finally {
      await other.close();
      await infrastructure.close();
    }
  }
});

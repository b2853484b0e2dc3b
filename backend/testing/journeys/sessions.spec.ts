import { until } from '#src/platform/testing/until';
import type { Role } from '@siegel/contracts/enums';
import type TestAgent from 'supertest/lib/agent.js';
import { accessDecider } from '#src/audit/model/access.decider';
import { ndaStream } from '#src/nda/nda.events';
import { SetClock } from '#src/vault/testing/vault-database';
import { create } from '../steps/steps.js';
import { ticksOf } from '../backend/ticks.js';
import {
  ADMIN_PASSWORD,
  AUDITOR_PASSWORD,
  startTestBackend,
  type TestBackend,
} from '../backend/test-backend.js';

const PASSWORDS: Readonly<Record<Role, string>> = { admin: ADMIN_PASSWORD, auditor: AUDITOR_PASSWORD };

describe('sessions of admin and auditor', () => {
  const clock = new SetClock(Date.now());
  let first: TestBackend;
  let test: TestBackend;
  beforeAll(async () => {
    first = await startTestBackend({ clock });
    test = first;
  });
  afterAll(async () => {
    if (test !== first) await test.stop();
    await first.stop();
  });

  const login = async (role: Role): Promise<TestAgent> => {
    const browser = test.browser();
    await browser.post('/api/admin/login').send({ password: PASSWORDS[role] }).expect(200);
    return browser;
  };
  const roleOf = async (browser: TestAgent): Promise<unknown> =>
    (await browser.get('/api/admin/check').expect(200)).body.role;
  /**
   * Returns the sessions, auditors' sessions first. Several sessions may have begun at the same time, so they
   * are ordered by role and not by time.
   */
  const rows = async (): Promise<{ id: string; role: Role }[]> =>
    (await first.database.pool.query('SELECT * FROM admin_sessions ORDER BY role DESC')).rows;
  const put = (row: object): Promise<unknown> =>
    first.database.pool.query(
      'INSERT INTO admin_sessions SELECT * FROM jsonb_populate_record(NULL::admin_sessions, $1)',
      [row],
    );
  const story = async (id: string): Promise<string[]> => {
    const { events } = await test.backend.infrastructure.commands.state(accessDecider, id);
    return events.map(({ type, open }) => [type, ...Object.values(open)].join(' '));
  };
  /** Replaces the backend by a new one. The browsers keep their cookies. */
  const restart = async (browsers: readonly TestAgent[]): Promise<TestAgent[]> => {
    const { database, secrets, dataDir } = first;
    await test.backend.stop();
    test = await startTestBackend({ on: { database, secrets, dataDir }, clock });
    return browsers.map(({ jar }) => Object.assign(test.browser(), { jar }));
  };

  it('an auditor whose row says admin cannot erase anything or read the admin’s data', async () => {
    const nda = await create(test.browser());
    const [admin, auditor] = [await login('admin'), await login('auditor')];
    await first.database.pool.query(
      `UPDATE admin_sessions SET role = 'admin', opened_with = (SELECT opened_with FROM admin_sessions WHERE role = 'admin')
       WHERE role = 'auditor'`,
    );
    await auditor.delete(`/api/admin/ndas/${nda}`).expect(403);
    await auditor.get('/api/admin/ndas').expect(403);
    await auditor.get(`/api/ndas/${nda}`).expect(404);
    const { events } = await test.backend.infrastructure.journal.load(ndaStream(nda));
    expect(events.map(({ type }) => type)).toEqual(['NdaCreated']);
    const metrics = await test.browser().get('/metrics').expect(200);
    expect(metrics.text).toMatch(/^siegel_tampering_found_total\{kind="session"\} [1-9]/m);
    // The answer is 202 until the key is destroyed.
    await until(async () => (await admin.delete(`/api/admin/ndas/${nda}`)).status === 204);
  });

  it('continue after restarts; one that has ended stays ended even if its row is written back', async () => {
    await first.database.pool.query('TRUNCATE admin_sessions');
    let [goesOn, leaves] = [await login('auditor'), await login('admin')];
    const [, row = { id: '' }] = await rows();
    await leaves.post('/api/admin/logout').expect(204);
    // This browser keeps its cookie after the logout, like the browser of somebody who has copied the cookie.
    const kept = await login('admin');
    const [, keptRow = { id: '' }] = await rows();
    const cookies = kept.jar.getCookies({ domain: '127.0.0.1', path: '/', secure: false, script: false });
    expect(cookies.map(({ name }) => name)).toContain('session');
    await kept.post('/api/admin/logout').expect(204);
    for (const cookie of cookies) kept.jar.setCookie(cookie);
    for (const one of [row, keptRow]) await put(one);
    leaves = kept;
    for (let n = 0; n < 2; n += 1) {
      expect([await roleOf(goesOn), await roleOf(leaves)]).toEqual(['auditor', null]);
      await leaves.get('/api/admin/ndas').expect(401);
      [goesOn, leaves] = (await restart([goesOn, leaves])) as [TestAgent, TestAgent];
    }
    expect(await story(keptRow.id)).toEqual(['SessionBegan admin', 'SessionEnded logout']);
  });

  it('end when their time is over if nobody ends them; their readings are in the same stream', async () => {
    await first.database.pool.query('TRUNCATE admin_sessions');
    const nda = await create(test.browser());
    const admin = await login('admin');
    const [{ id } = { id: '' }] = await rows();
    await admin.get(`/api/ndas/${nda}`).expect(200);
    // The request is repeated, because the read model may be updated between the query for the total and the
    // query for the page.
    const page = await until(async () => {
      const { body } = await admin.get(`/api/audit/ndas/${nda}/readings`).expect(200);
      return body.total === 1 && body.items.length === 1 && body;
    });
    expect(page).toMatchObject({ items: [{ session: id, role: 'admin', what: 'nda' }] });
    clock.advance(2 * 3_600_000 + 1);
    const round = ticksOf(test.backend, first.database.pool).find(({ name }) => name === 'end-sessions');
    await round?.run(new AbortController().signal);
    expect(await story(id)).toEqual([
      'SessionBegan admin',
      `PersonalDataRead admin nda ${nda}`,
      'SessionEnded time',
    ]);
    expect([await rows(), await roleOf(admin)]).toEqual([[], null]);
  });
});

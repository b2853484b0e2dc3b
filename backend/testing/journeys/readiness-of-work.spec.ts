import { ReactionRunner } from '#src/eventsourcing/reactions/runner';
import { Scheduler } from '#src/eventsourcing/reactions/schedule';
import type TestAgent from 'supertest/lib/agent.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

const READY = { status: 'up', checks: { projections: 'up', reactions: 'up', jobs: 'up' } };

describe('the readiness of work outside of requests', () => {
  let backend: TestBackend;
  let browser: TestAgent;
  /** Milliseconds that this process's clock is ahead. */
  let aheadMs = 0;
  const realNow = performance.now.bind(performance);

  beforeAll(async () => {
    backend = await startTestBackend();
    browser = backend.browser();
    jest.spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await backend.stop();
  });

  const readiness = async (): Promise<Record<string, unknown>> => (await browser.get('/health/ready')).body;
  const untilReady = (): Promise<boolean> =>
    until(async () => {
      const { status, warnings } = await readiness();
      return status === 'up' && warnings === undefined;
    });
  const metrics = async (): Promise<string> =>
    (await browser.get('/metrics').set('host', 'localhost').expect(200)).text;

  it('is reported for each part', async () => {
    await untilReady();
    expect(await readiness()).toMatchObject(READY);
  });

  it('reports reactions as down while one is stuck at an error, and as up again afterwards', async () => {
    await untilReady();
    const failing = { name: 'deliver', leading: true, caughtUp: false, fault: 'TypeError', lagMs: 61_000 };
    const status = jest.spyOn(ReactionRunner.prototype, 'status').mockReturnValue(failing);
    const down = { status: 'down', checks: { reactions: 'down', projections: 'up', jobs: 'up' } };
    expect(await readiness()).toMatchObject(down);
    status.mockRestore();
    expect(await readiness()).toMatchObject(READY);
  });

  it('reports a warning while scheduled work keeps failing, and the backend stays ready', async () => {
    await untilReady();
    const failing = {
      name: 'sweep',
      leading: true,
      fault: 'TypeError',
      failingMs: 61_000,
      sinceSuccessMs: 90_000,
    };
    const status = jest.spyOn(Scheduler.prototype, 'status').mockReturnValue([failing]);
    const warnings = [expect.stringMatching(/^Scheduled work fails .*: sweep \(TypeError\)$/)];
    expect(await readiness()).toMatchObject({ ...READY, warnings });
    expect(await metrics()).toContain('scheduled_work_success_age_seconds{name="sweep"} 90\n');
    status.mockRestore();
    expect(await readiness()).not.toHaveProperty('warnings');
    // A backend becomes the leader of scheduled work a moment after it is ready.
    const led = /scheduled_work_success_age_seconds\{name="jobs-janitor"\} \d/;
    await until(async () => led.test(await metrics()));
    const measured = await metrics();
    expect(measured).toMatch(led);
    expect(measured).toMatch(/jobs_in_hand_age_seconds\{task="deliver-nda"\} \d/);
  });

  it('reports only jobs as down while no job can be claimed, and as up again afterwards', async () => {
    await untilReady();
    const lock = await backend.database.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE worker_heartbeats');
      aheadMs = 16_000;
      const down = { status: 'down', checks: { jobs: 'down', projections: 'up', reactions: 'up' } };
      await until(async () => (await readiness()).status === 'down');
      expect(await readiness()).toMatchObject(down);
      await lock.query('ROLLBACK');
      await untilReady();
    } finally {
      lock.release();
    }
  });
});

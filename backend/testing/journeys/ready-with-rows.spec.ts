import type TestAgent from 'supertest/lib/agent.js';
import { ProjectionRunner } from '#src/eventsourcing/projections/runner';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { until } from '#src/platform/testing/until';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { create, payByCard, signedByBoth } from '../steps/steps.js';
import { onlyInAll } from '#src/platform/testing/only-in-all';

interface Readiness {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

/** Tests starts after another backend was killed or froze and left rows unwritten (rule:ready-with-rows). */
describe('the readiness of a start', () => {
  let first: TestBackend;
  let later: TestBackend | undefined;
  let browser: TestAgent;

  const isLed = async (): Promise<boolean> =>
    (await browser.get('/metrics').set('host', 'localhost').expect(200)).text.includes('{name="ndas"}');
  /**
   * Simulates that another backend leads the read models and writes nothing. That backend is frozen, or was
   * killed and its leases have not expired.
   */
  const leadElsewhere = async (): Promise<void> => {
    await until(isLed);
    await first.database.pool.query(
      `UPDATE leases SET holder = gen_random_uuid(), epoch = epoch + 1, expires_at = now() + interval '1 hour'
       WHERE name LIKE 'projection:%'`,
    );
    await until(async () => !(await isLed()));
  };
  const endElsewhere = (): Promise<unknown> =>
    first.database.pool.query(`UPDATE leases SET expires_at = now() WHERE name LIKE 'projection:%'`);
  const readiness = async ({ backend }: TestBackend): Promise<Readiness> =>
    (await (await fetch(`${backend.address}/health/ready`)).json()) as Readiness;
  const rowOf = async (id: string): Promise<number | null> =>
    (await first.database.pool.query('SELECT FROM ndas WHERE id = $1', [id])).rowCount;
  const start = async (rowsMs: number): Promise<TestBackend> =>
    (later = await startTestBackend({ on: first, timeouts: { rowsMs } }));

  beforeAll(async () => {
    first = await startTestBackend({ timeouts: { visibleMs: 50 } });
    browser = first.browser();
  });
  afterEach(async () => {
    await later?.stop();
    later = undefined;
  });
  afterAll(() => first.stop());

  it('comes only when the rows have all that was acknowledged before', async () => {
    await leadElsewhere();
    const paid = await signedByBoth(browser);
    await payByCard(browser, paid);
    expect(await rowOf(paid)).toBe(0);
    const backend = await start(scaledTimeout(30_000));
    const early = await readiness(backend);
    expect(early).toMatchObject({ status: 'down', checks: { projections: 'down', serving: 'up' } });
    await endElsewhere();
    await until(async () => (await readiness(backend)).status === 'up');
    expect(await rowOf(paid)).toBe(1);
    const admin = backend.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body } = await admin.get('/api/admin/ndas').expect(200);
    expect(body.items.map(({ id }: { id: string }) => id)).toContain(paid);
  });

  onlyInAll.it(
    'comes after a limited time if the rows stay behind, with a warning that names the read models',
    async () => {
      await leadElsewhere();
      const id = await create(browser);
      const backend = await start(100);
      await until(async () => (await readiness(backend)).status === 'up');
      expect(await rowOf(id)).toBe(0);
      const { checks, warnings } = await readiness(backend);
      expect(checks).toMatchObject({ projections: 'up' });
      expect(warnings).toEqual([
        expect.stringMatching(/^These read models have not reached .*: ndas.*\. Search/),
      ]);
      await endElsewhere();
      await until(async () => (await readiness(backend)).warnings === undefined);
      expect(await rowOf(id)).toBe(1);
    },
  );

  it('stays while a read model that this backend leads fails, with a warning that names its fault', async () => {
    await until(async () => (await readiness(first)).status === 'up');
    const broken = {
      name: 'ndas',
      leading: true,
      caughtUp: false,
      fault: 'TypeError',
      lagMs: 61_000,
      rebuilding: false,
    };
    const status = jest.spyOn(ProjectionRunner.prototype, 'status').mockReturnValue(broken);
    expect(await readiness(first)).toMatchObject({
      status: 'up',
      checks: { projections: 'up' },
      warnings: [expect.stringMatching(/^Read models do not follow the log, .*projection ndas: TypeError/)],
    });
    status.mockRestore();
    await until(async () => (await readiness(first)).warnings === undefined);
  });
});

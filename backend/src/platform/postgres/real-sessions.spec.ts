import { scaledTimeout } from '../testing/scaled-timeout.js';
import { until } from '../testing/until.js';
import { createPool } from './pool.js';
import {
  assertOptionsPass,
  assertRealSessions,
  isRefusedByPooler,
  PooledByTransaction,
  SessionProbe,
} from './real-sessions.js';
import { startPooler } from './testing/pooler.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';
import { reasonOf } from './unavailable.js';

const connectWithinMs = scaledTimeout(5_000);

describe('the check for real sessions', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Runs the check through a pooler. Returns the error of the check; undefined if the check succeeds. */
  async function through(
    ...[mode, options]: Parameters<typeof startPooler> extends [string, ...infer Rest] ? Rest : never
  ) {
    const pooler = await startPooler(database.url, mode, options);
    const pool = createPool(pooler.url, { connectWithinMs });
    try {
      return await assertRealSessions(pool).catch((error: unknown) => error);
    } finally {
      await pool.end();
      await pooler.close();
    }
  }

  it('accepts PostgreSQL itself, any number of times, and leaves nothing in its sessions', async () => {
    await Promise.all([1, 2].map(() => assertRealSessions(database.pool)));
    await assertRealSessions(database.pool);
    const { rows } = await database.pool.query(`SELECT current_setting('siegel.session', true) AS left`);
    expect(rows[0]?.left ?? '').toBe('');
    const open = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    expect(open.rowCount).toBe(0);
  });

  it('accepts a pooler that gives each client a session of its own', async () => {
    expect(await through('session')).toBeUndefined();
  });

  it.each(['last', 'first'] as const)(
    'finds a pooler by transaction that hands out the session that became free %s',
    async (order) => {
      const error = await through('transaction', { order });
      expect(error).toBeInstanceOf(PooledByTransaction);
      expect((error as Error).message).toMatch(
        /^DATABASE_URL leads to a pooler by transaction: .* The service needs real sessions, .* pool_mode=session/,
      );
    },
  );

  it('finds a pooler by transaction that has a single session, without waiting for another one', async () => {
    expect(await through('transaction', { most: 1 })).toBeInstanceOf(PooledByTransaction);
  });

  it('finds it while other clients use the pooler', async () => {
    const pooler = await startPooler(database.url, 'transaction', { order: 'first' });
    const [busy, pool] = [1, 2].map(() => createPool(pooler.url, { connectWithinMs }));
    if (busy === undefined || pool === undefined) throw new Error('no pool');
    await Promise.all(Array.from({ length: 8 }, () => busy.query('SELECT pg_sleep(0.05)')));
    await expect(assertRealSessions(pool)).rejects.toBeInstanceOf(PooledByTransaction);
    await Promise.all([busy.end(), pool.end()]);
    await pooler.close();
  });

  it('finds a pooler that refuses the settings with which the service logs in', async () => {
    const pooler = await startPooler(database.url, 'session');
    await assertOptionsPass(pooler.url, connectWithinMs);
    for (const [name, attempt] of [
      ['options', () => assertOptionsPass(pooler.url, connectWithinMs)],
      ['statement_timeout', () => createPool(pooler.url, { connectWithinMs }).query('SELECT 1')],
    ] as const) {
      pooler.refused = [name];
      const error = await attempt().catch((one: unknown) => one);
      expect([isRefusedByPooler(error), reasonOf(error)]).toEqual([
        true,
        `unsupported startup parameter: ${name}`,
      ]);
    }
    await pooler.close();
  });

  it('fails in readiness as soon as a pooler no longer gives real sessions, and then succeeds again', async () => {
    const pooler = await startPooler(database.url, 'session');
    const pool = createPool(pooler.url, { connectWithinMs });
    const probe = new SessionProbe(pool, { everyMs: 0, withinMs: scaledTimeout(2_000) });
    const fault = (): Promise<unknown> => probe.check().catch((error: unknown) => error);
    expect(await fault()).toBeUndefined();
    pooler.mode = 'transaction';
    await until(async () => (await fault()) instanceof PooledByTransaction);
    pooler.mode = 'session';
    await until(async () => (await fault()) === undefined);
    await pool.end();
    await pooler.close();
  });
});

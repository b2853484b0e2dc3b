import { createPool } from '../../../platform/postgres/pool.js';
import { createTestDatabase, type TestDatabase } from '../../../platform/postgres/testing/test-database.js';
import { until } from '../../../platform/testing/until.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import { describeError } from '../../../platform/logging/describe-error.js';
import { type Lease, LeaseKeeper } from './lease.js';
import { Leases1763700300001 } from './migrations/1763700300001-leases.js';
import { withLease } from './with-lease.js';
import { scaledTimeout } from '../../../platform/testing/scaled-timeout.js';
import { onlyInAll } from '../../../platform/testing/only-in-all.js';

describe('LeaseKeeper', () => {
  let database: TestDatabase;
  const stops: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase({ migrations: [Leases1763700300001] });
  });

  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await database.drop();
  });

  const campaign = (termMs?: number, pool = database.pool) => {
    const gained: Lease[] = [];
    const lost: Lease[] = [];
    const warnings: string[] = [];
    const keeper = new LeaseKeeper({
      pool,
      logger: { ...silentLogger, warn: (_details, message) => void warnings.push(message) },
      ...(termMs === undefined ? {} : { termMs, tickMs: termMs / 6 }),
    });
    const running = keeper.campaign('work', {
      gained: (lease) => gained.push(lease),
      lost: (lease) => lost.push(lease),
    });
    stops.push(() => running.stop());
    return { gained, lost, running, warnings };
  };

  it('is held by one backend only, for longer than a term', async () => {
    const termMs = scaledTimeout(600);
    const one = campaign(termMs);
    await until(() => one.running.lease());
    const other = campaign(termMs);
    const first =
      (
        await database.pool.query<{ expires_at: Date }>('SELECT expires_at FROM leases')
      ).rows[0]?.expires_at.getTime() ?? 0;
    await until(async () => {
      const { rows } = await database.pool.query<{ expires_at: Date }>('SELECT expires_at FROM leases');
      return (rows[0]?.expires_at.getTime() ?? 0) > first + 2 * termMs;
    });
    expect(other.gained).toEqual([]);
    expect(one.gained).toHaveLength(1);
    expect(one.lost).toEqual([]);
  });

  it('has a higher epoch with every new holder', async () => {
    const one = campaign();
    await until(() => one.gained.length === 1);
    await one.running.stop();
    expect(one.lost).toHaveLength(1);
    const other = campaign();
    await until(() => other.gained.length === 1);
    expect(other.gained[0]?.epoch).toBe((one.gained[0]?.epoch ?? 0) + 1);
    expect(one.gained[0]?.held()).toBe(false);
    expect(other.gained[0]?.held()).toBe(true);
  });

  onlyInAll.it(
    'ends by itself if the database is unreachable, before another can hold it, and fails over within 5 s',
    async () => {
      const pool = createPool(database.url);
      const one = campaign(undefined, pool);
      await until(() => one.running.lease());
      const lostAt = Date.now();
      await pool.end();
      const other = campaign();
      await until(() => other.gained.length === 1, 5000);
      expect(Date.now() - lostAt).toBeLessThan(scaledTimeout(5000));
      expect(one.lost).toHaveLength(1);
      expect(one.warnings).toEqual([expect.stringContaining('Leases cannot be renewed')]);
    },
  );

  it('ends if the table has another epoch', async () => {
    const one = campaign(600);
    await until(() => one.gained.length === 1);
    await database.pool.query('UPDATE leases SET epoch = epoch + 1, expires_at = clock_timestamp()');
    await until(() => one.gained.length === 2);
    expect(one.lost).toHaveLength(1);
    expect(one.gained[1]?.epoch).toBe(3);
  });

  it('is sought again after its holder has stepped down', async () => {
    const one = campaign();
    await until(() => one.gained.length === 1);
    one.gained[0]?.stepDown();
    expect(one.lost).toHaveLength(1);
    await until(() => one.gained.length === 2);
  });

  it('can serve a single task, which can be cancelled while it waits for the lease', async () => {
    const one = campaign();
    await until(() => one.running.lease());
    const keeper = new LeaseKeeper({ pool: database.pool, logger: silentLogger });
    expect(await withLease(keeper, 'other', (lease) => Promise.resolve(lease.held()))).toBe(true);
    const abort = new AbortController();
    const waiting = withLease(keeper, 'work', () => Promise.resolve('done'), abort.signal);
    abort.abort(new Error('called off'));
    await expect(waiting).rejects.toThrow('called off');
  });
});

describe('describeError', () => {
  it("returns the error's name, code and place, and withholds its message", () => {
    const described = describeError(
      Object.assign(new RangeError('max@example.com\n    at max@example.com'), { code: 42 }),
    );
    expect(described.error).toBe('RangeError 42');
    expect(described.at[0]).toContain('lease.spec');
    expect(JSON.stringify(described)).not.toContain('max@example.com');
    expect(describeError('text')).toEqual({ error: 'string', at: [] });
  });
});

import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { createPool } from '../platform/postgres/pool.js';
import { asOnlyRepair, REPAIR_LOCK } from './only-repair.js';

describe('the lock of a repair', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const holders = async (): Promise<number[]> => {
    const { rows } = await database.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND ((classid::bigint << 32) | objid::bigint) = $1`,
      [REPAIR_LOCK],
    );
    return rows.map(({ pid }) => pid);
  };

  it('keeps a second repair away, and is free again afterwards, also if the work failed', async () => {
    const failing = asOnlyRepair(database.pool, async (held) => {
      await held.require();
      await expect(asOnlyRepair(database.pool, async () => 'second')).rejects.toThrow(
        'Another siegel log:repair',
      );
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await holders()).toEqual([]);
    expect(await asOnlyRepair(database.pool, async () => 'third')).toBe('third');
  });

  it('that is lost with its connection lets nothing be changed any more', async () => {
    const pool = createPool(database.url, { max: 2 });
    try {
      const work = asOnlyRepair(pool, async (held) => {
        for (const pid of await holders())
          await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
        await held.require();
        return 'changed';
      });
      await expect(work).rejects.toThrow('The connection that keeps other repairs away was lost');
      // The pool goes on with a new connection.
      expect(await asOnlyRepair(pool, async () => 'again')).toBe('again');
    } finally {
      await pool.end();
    }
  });
});

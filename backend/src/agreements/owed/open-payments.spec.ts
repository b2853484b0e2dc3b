import { owedPolls } from '../../payments/owed-polls.sweep.js';
import { BufferCount, type Read } from '../../platform/postgres/testing/count-buffers.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { tenthUnlessLong } from '../../platform/testing/long-run.js';
import { migrations } from '../../app/database-schema.js';
import { bareRows } from '../testing/bare-rows.js';
import { openPayments } from './open-payments.js';

const FEW = 5_000;
const MANY = tenthUnlessLong(200_000);
/** Number of agreements with open payments. They are more than fit on one page of the sweep. */
const OPEN = 700;
const PAGES = 2;

describe('the sweep for open payments', () => {
  let database: TestDatabase;
  let count: BufferCount;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations });
    count = new BufferCount(database.url);
  });
  afterAll(async () => {
    await count.end();
    await database.drop();
  });

  const rows = (kind: string, many: number, openIntents: string) =>
    database.pool.query(
      bareRows(
        ['id', 'intents_open_of'],
        `SELECT md5($1 || n)::uuid, ${openIntents}::jsonb FROM generate_series(1, $2::int) n`,
      ),
      [kind, many],
    );
  const sweep = async (): Promise<{ found: number; jobs: number; asked: number }> => {
    let asked = 0;
    const find = owedPolls((after, limit) => {
      asked += 1;
      return openPayments(count.pool, after, limit);
    }).find;
    const keys = new Set<string>();
    let found = 0;
    let after: string | undefined;
    do {
      const page = await find(after);
      for (const { key } of page.jobs) keys.add(key);
      found += page.jobs.length;
      after = page.next;
    } while (after !== undefined);
    return { found, jobs: keys.size, asked };
  };
  const looked = async (): Promise<Read> => {
    await database.pool.query('VACUUM ANALYZE ndas');
    return count.of(sweep);
  };

  it('makes as many queries and reads as many rows with many agreements as with few, and finds each party once', async () => {
    await rows('open', OPEN - 1, `'[1]'`);
    await rows('both', 1, `'[1, 2]'`);
    await rows('over', FEW, `'[]'`);
    const young = await looked();
    await rows('over too', MANY, `'[]'`);
    const old = await looked();
    expect(await sweep()).toEqual({ found: OPEN + 1, jobs: OPEN + 1, asked: PAGES });
    for (const read of [young, old]) {
      expect(read.rows).toBeGreaterThanOrEqual(OPEN);
      // A page may read the rows of all open payments, but no other rows. Depending on its statistics, the
      // database either follows the index row by row or gathers all open payments first.
      expect(read.rows).toBeLessThanOrEqual(PAGES * OPEN);
      expect(read.buffers).toBeLessThanOrEqual(PAGES * OPEN);
    }
  });
});

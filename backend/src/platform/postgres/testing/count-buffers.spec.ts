import { transaction } from '../pool.js';
import { BufferCount } from './count-buffers.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const ROWS = 7000;

describe('the counted reads', () => {
  let database: TestDatabase;
  let count: BufferCount;
  beforeAll(async () => {
    database = await createTestDatabase();
    count = new BufferCount(database.url);
    await database.pool.query('CREATE TABLE things (id int PRIMARY KEY, filler text)');
    await database.pool.query(
      `INSERT INTO things SELECT n, repeat('x', 1000) FROM generate_series(1, ${ROWS}) n`,
    );
    await database.pool.query('VACUUM ANALYZE things');
  });
  afterAll(async () => {
    await count.end();
    await database.drop();
  });

  it('are the whole table if it is read from beginning to end', async () => {
    const { rows } = await database.pool.query<{ pages: number }>(
      "SELECT (pg_relation_size('things') / 8192)::int AS pages",
    );
    const read = await count.of(() => count.pool.query('SELECT count(filler) FROM things'));
    expect(rows[0]?.pages).toBeGreaterThanOrEqual(1000);
    expect(read.buffers).toBeGreaterThanOrEqual(rows[0]?.pages ?? 0);
    expect(read.buffers).toBeLessThan(1.2 * (rows[0]?.pages ?? 0));
    expect(read.rows).toBe(ROWS);
  });

  it('are a few buffers if an index leads to one row', async () => {
    const read = await count.of(() => count.pool.query('SELECT filler FROM things WHERE id = 3500'));
    expect(read.buffers).toBeGreaterThan(1);
    expect(read.buffers).toBeLessThan(20);
    expect(read.rows).toBe(1);
  });

  it('include the rows of several statements and transactions, but not those of other sessions', async () => {
    const filler = 'SELECT filler FROM things WHERE id = 3500';
    const read = await count.of(async () => {
      await count.pool.query(filler);
      await transaction(count.pool, (client) => client.query(filler));
      await database.pool.query(filler);
    });
    expect(read.rows).toBe(2);
  });
});

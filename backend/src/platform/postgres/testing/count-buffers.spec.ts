import { BufferCount } from './count-buffers.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

describe('buffers', () => {
  let database: TestDatabase;
  let count: BufferCount;
  beforeAll(async () => {
    database = await createTestDatabase();
    count = new BufferCount(database.url);
    await database.pool.query('CREATE TABLE things (id int PRIMARY KEY, filler text)');
    await database.pool.query(
      "INSERT INTO things SELECT n, repeat('x', 1000) FROM generate_series(1, 7000) n",
    );
    await database.pool.query('VACUUM ANALYZE things');
  });
  afterAll(async () => {
    await count.end();
    await database.drop();
  });

  it('are as many as the table has pages, where it is read from end to end', async () => {
    const { rows } = await database.pool.query<{ pages: number }>(
      "SELECT (pg_relation_size('things') / 8192)::int AS pages",
    );
    const read = await count.of(() => count.pool.query('SELECT count(filler) FROM things'));
    expect(rows[0]?.pages).toBeGreaterThanOrEqual(1000);
    expect(read).toBeGreaterThanOrEqual(rows[0]?.pages ?? 0);
    expect(read).toBeLessThan(1.2 * (rows[0]?.pages ?? 0));
  });

  it('are a few, where an index leads to one row', async () => {
    const read = await count.of(() => count.pool.query('SELECT filler FROM things WHERE id = 3500'));
    expect(read).toBeGreaterThan(1);
    expect(read).toBeLessThan(20);
  });
});

import { until } from '../testing/until.js';
import { BATCH, inBatches } from './in-batches.js';
import { countingRows } from './testing/count-rows.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('a change in batches', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [] });
    await database.pool.query('CREATE TABLE notes (n integer PRIMARY KEY, word text)');
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.pool.query('TRUNCATE notes');
    await database.pool.query("INSERT INTO notes SELECT n, 'old' FROM generate_series(1, $1::int) n", [
      2 * BATCH + 10,
    ]);
  });

  const old = async (): Promise<number> =>
    (await database.pool.query("SELECT FROM notes WHERE word = 'old'")).rowCount ?? 0;
  const isWaited = async (): Promise<boolean> =>
    (await database.pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount !== 0;
  const upTo = (n: number) => ({ table: 'notes', where: "n <= $1 AND word = 'old'", values: [n] });

  it('reaches all due rows and no others, never many in one statement', async () => {
    const changed: number[] = [];
    await inBatches(
      countingRows(database.pool, changed),
      "UPDATE notes SET word = 'new'",
      upTo(2 * BATCH + 5),
    );
    expect(changed).toEqual([BATCH, BATCH, 5]);
    expect(await old()).toBe(5);
    await inBatches(countingRows(database.pool, changed), 'DELETE FROM notes', upTo(2 * BATCH + 7));
    expect(await old()).toBe(3);
    expect((await database.pool.query('SELECT FROM notes')).rowCount).toBe(2 * BATCH + 8);
  });

  it('runs once if nothing is due', async () => {
    const changed: number[] = [];
    await inBatches(countingRows(database.pool, changed), 'DELETE FROM notes', upTo(0));
    expect(changed).toEqual([0]);
  });

  it('ends after the current statement when it is aborted', async () => {
    const changed: number[] = [];
    const stopping = new AbortController();
    const pool = countingRows(database.pool, changed, () => stopping.abort());
    await inBatches(pool, 'DELETE FROM notes', upTo(2 * BATCH), stopping.signal);
    expect(changed).toEqual([BATCH]);
    await inBatches(pool, 'DELETE FROM notes', upTo(2 * BATCH), stopping.signal);
    expect(changed).toEqual([BATCH]);
  });

  it('skips rows that are no longer due at their turn', async () => {
    const other = await database.pool.connect();
    await other.query('BEGIN');
    await other.query("UPDATE notes SET word = 'kept' WHERE n = 7");
    const deleted = inBatches(database.pool, 'DELETE FROM notes', upTo(10));
    await until(isWaited);
    await other.query('COMMIT');
    other.release();
    await deleted;
    expect((await database.pool.query('SELECT word FROM notes WHERE n <= 10')).rows).toEqual([
      { word: 'kept' },
    ]);
  });
});

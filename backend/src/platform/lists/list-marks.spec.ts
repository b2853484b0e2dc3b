import { BufferCount } from '../postgres/testing/count-buffers.js';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/test-database.js';
import { ListMarks, type MarkedList } from './list-marks.js';

const EACH = 10;
const ROWS = 95;

describe('the marks of a list', () => {
  let database: TestDatabase;
  let now = 0;
  const listed = (oldestFirst: boolean): MarkedList => ({
    table: 'things',
    where: 'kind = $1',
    values: ['one'],
    oldestFirst,
  });

  beforeEach(async () => {
    database = await createTestDatabase({ migrations: [] });
    await database.pool.query(
      'CREATE TABLE things (id integer PRIMARY KEY, created_at timestamptz NOT NULL, kind text NOT NULL)',
    );
    // Creates rows with the ids 0, 1, 2, … Rows with an even id are in the list, and rows with an odd id have
    // another `kind`. Six consecutive rows share a timestamp, so three rows of the list share it.
    await database.pool.query(
      `INSERT INTO things SELECT n, timestamptz '2026-01-01 00:00:00.001Z' + n / 6 * interval '1 millisecond',
         CASE n % 2 WHEN 0 THEN 'one' ELSE 'other' END FROM generate_series(0, ${2 * ROWS - 1}) n`,
    );
  });
  afterEach(() => database.drop());

  const marksOf = () => new ListMarks(database.pool, { now: () => new Date(now) }, EACH);
  const all = Array.from({ length: ROWS }, (_, n) => 2 * n);

  it.each([true, false])(
    'lead to the same rows as an offset does (oldest first: %s)',
    async (oldestFirst) => {
      const marks = marksOf();
      const expected = oldestFirst ? all : all.toReversed();
      for (let offset = 0; offset <= ROWS + EACH; offset += 1) {
        const ids = await marks.ids('one', listed(oldestFirst), { offset, limit: 7 });
        expect([offset, ids]).toEqual([offset, expected.slice(offset, offset + 7)]);
      }
    },
  );

  it('stay valid for ten seconds, during which a new row does not move a page that follows a mark', async () => {
    const marks = marksOf();
    const page = () => marks.ids('one', listed(false), { offset: 30, limit: 3 });
    const before = await page();
    await database.pool.query("INSERT INTO things VALUES (1000, now(), 'one')");
    now += 9_999;
    expect(await page()).toEqual(before);
    now += 1;
    expect(await page()).toEqual([all.toReversed()[29], ...before.slice(0, 2)]);
    // Marks must expire even if the clock is set back.
    await database.pool.query('DELETE FROM things WHERE id = 1000');
    now -= 60_000;
    expect(await page()).toEqual(before);
  });

  it('are read again if the database did not answer', async () => {
    const marks = marksOf();
    await database.pool.query('ALTER TABLE things RENAME TO hidden');
    const page = () => marks.ids('one', listed(true), { offset: 30, limit: 1 });
    await expect(page()).rejects.toThrow('things');
    await database.pool.query('ALTER TABLE hidden RENAME TO things');
    expect(await page()).toEqual([60]);
  });

  it('make a distant page cost as many rows as the first page after a mark', async () => {
    const { pool, url } = database;
    await pool.query("INSERT INTO things SELECT n, now(), 'one' FROM generate_series(10000, 29999) n");
    await pool.query("CREATE INDEX ON things (created_at, id) WHERE kind = 'one'");
    await pool.query('VACUUM ANALYZE things');
    const count = new BufferCount(url);
    try {
      const marks = new ListMarks(count.pool, { now: () => new Date(now) }, EACH);
      const list = { ...listed(true), where: "kind = 'one'", values: [] };
      const readAt = (offset: number) => count.of(() => marks.ids('one', list, { offset, limit: 5 }));
      const first = await readAt(EACH);
      expect((await readAt(20_000)).rows).toBe(first.rows);
    } finally {
      await count.end();
    }
  });
});

import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

describe('an instant of a column', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    ['2026-11-12T10:00:00.123Z', '2026-11-12T10:00:00.123Z'],
    ['infinity', '1970-01-01T00:00:00.000Z'],
    ['-infinity', '1970-01-01T00:00:00.000Z'],
    ['200000-01-01', '+200000-01-01T00:00:00.000Z'],
    ['290000-01-01', '1970-01-01T00:00:00.000Z'],
  ])('is a valid date, whatever somebody wrote into the column: %s', async (value, expected) => {
    const { rows } = await database.pool.query<{ at: Date }>('SELECT $1::timestamptz AS at', [value]);
    expect(rows[0]?.at.toISOString()).toBe(expected);
  });
});

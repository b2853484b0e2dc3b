import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { SweepPlaces1795000003740 } from './migrations/1795000003740-sweep-places.js';
import { sweepCursor } from './sweep-cursor.js';

describe("a sweep's place", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [SweepPlaces1795000003740] });
  });
  afterAll(() => database.drop());

  it('is the beginning at first, and later the place that was stored last, for every reader', async () => {
    const read = (sweep = 'owed') => sweepCursor(database.pool, sweep).read();
    const keep = (place: string | undefined) => sweepCursor(database.pool, 'owed').save(place);
    expect(await read()).toBeUndefined();
    await keep('id-50');
    await keep('id-99');
    expect(await read()).toBe('id-99');
    expect(await read('another')).toBeUndefined();
    await keep(undefined);
    expect(await read()).toBeUndefined();
  });
});

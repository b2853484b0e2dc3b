import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { BufferCount } from '../platform/postgres/testing/count-buffers.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { leavesAt, leavesWith } from './leaves.js';

const LEAVES = 20_000;
const WANTED = 100;
/** PostgreSQL plans a statement with a name for its first five uses only. */
const USES = 6;

describe('the leaves of some events', () => {
  let database: TestDatabase;
  let counted: BufferCount;
  beforeAll(async () => {
    database = await createServiceDatabase();
    counted = new BufferCount(database.url);
  });
  afterAll(async () => {
    await counted.end();
    await database.drop();
  });

  const hashOf = (place: number): string => place.toString(16).padStart(64, '0');
  const places = Array.from({ length: WANTED }, (_, n) => n * (LEAVES / WANTED));

  it.each([
    ['hashes', async () => (await leavesWith(counted.pool, places.map(hashOf))).length],
    [
      'places',
      async () =>
        (
          await leavesAt(
            counted.pool,
            places.map((place) => ({ stream: `nda-${place}`, revision: 0 })),
          )
        ).size,
    ],
  ])('are found by %s without a scan, though the table was empty at the first uses', async (_, find) => {
    await database.pool.query('TRUNCATE log_leaves');
    await database.pool.query('ANALYZE log_leaves');
    for (let n = 0; n < USES; n += 1) await find();
    await database.pool.query(
      `INSERT INTO log_leaves (place, event_hash, stream, revision)
       SELECT n, decode(lpad(to_hex(n), 64, '0'), 'hex'), 'nda-' || n, 0 FROM generate_series(0, ${LEAVES - 1}) AS n`,
    );
    expect(await find()).toBe(WANTED);
    expect((await counted.of(find)).rows).toBeLessThan(3 * WANTED);
  });

  it('are found once if a hash is asked for twice', async () => {
    expect(await leavesWith(database.pool, [hashOf(1), hashOf(1)])).toHaveLength(1);
  });
});

import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { BufferCount } from '../platform/postgres/testing/count-buffers.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { leafEndsOfRecords } from './leaf-ends.js';

const OTHERS = 20_000;
const RECORDS = 2_500;

describe('the last leaves of the streams of records', () => {
  let database: TestDatabase;
  let counted: BufferCount;
  beforeAll(async () => {
    database = await createServiceDatabase();
    counted = new BufferCount(database.url);
    await database.pool.query(
      `INSERT INTO log_leaves (place, event_hash, stream, revision)
       SELECT n, decode(lpad(to_hex(n), 64, '0'), 'hex'),
         CASE WHEN n < ${OTHERS} THEN 'nda-' || n ELSE 'trust-of-nda-' || n % 2 END, n / 2
       FROM generate_series(0, ${OTHERS + RECORDS - 1}) AS n`,
    );
  });
  afterAll(async () => {
    await counted.end();
    await database.drop();
  });

  const last = Math.floor((OTHERS + RECORDS - 1) / 2);

  it('are found without a scan of the other leaves, and without leaves that somebody else wrote', async () => {
    const find = (isNamed: (revision: number) => boolean) =>
      leafEndsOfRecords(counted.pool, { isNamed: ({ revision }) => isNamed(revision) });
    const all = [
      ['trust-of-nda-0', last],
      ['trust-of-nda-1', last],
    ];
    expect([...(await find(() => true))]).toEqual(all);
    expect([...(await find((revision) => revision < last))].map(([, revision]) => revision)).toEqual([
      last - 1,
      last - 1,
    ]);
    expect((await counted.of(() => find(() => true))).rows).toBeLessThan(2 * RECORDS);
  });
});

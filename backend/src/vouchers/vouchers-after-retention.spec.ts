import { BufferCount } from '../platform/postgres/testing/count-buffers.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { Admin1763700000200 } from '../admin/migrations/1763700000200-admin.js';
import { VoucherParty1795000000900 } from './migrations/1795000000900-voucher-party.js';
import { VoucherKeys1795000001100 } from './migrations/1795000001100-voucher-keys.js';
import { OwedVoucherWork1795000001900 } from './migrations/1795000001900-owed-voucher-work.js';
import { DueVoucherKeys1795000003750 } from './migrations/1795000003750-due-voucher-keys.js';
import { vouchersAfterRetention } from './vouchers-after-retention.js';

const BEFORE = new Date('2026-08-01T00:00:00.000Z');

describe('vouchers whose retention is over', () => {
  let database: TestDatabase;
  let count: BufferCount;
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [
        Admin1763700000200,
        VoucherParty1795000000900,
        VoucherKeys1795000001100,
        OwedVoucherWork1795000001900,
        DueVoucherKeys1795000003750,
      ],
    });
    count = new BufferCount(database.url);
  });
  afterAll(async () => {
    await count.end();
    await database.drop();
  });
  beforeEach(() => database.pool.query('TRUNCATE vouchers'));

  /**
   * Inserts rows of vouchers of one kind.
   * @param times SQL for `used_at, expires_at, deleted_at, key_destroyed_at`
   */
  async function vouchers(kind: string, many: number, times: string): Promise<string[]> {
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO vouchers (id, revision, category, is_used, created_at, sealed, used_at, expires_at, deleted_at, key_destroyed_at)
       SELECT md5($1 || n), 0, '10-day-code', false, '2026-01-01', '{}', ${times} FROM generate_series(1, $2::int) n
       RETURNING id`,
      [kind, many],
    );
    return rows.map(({ id }) => id);
  }
  const LONG_AGO = `timestamptz '2026-02-01'`;
  const TODAY = `timestamptz '2026-08-02'`;

  it('are each found once, in pages, whatever ended them and however many ended at the same time', async () => {
    const due = [
      ...(await vouchers('deleted', 7, `NULL, ${TODAY}, ${TODAY}, NULL`)),
      ...(await vouchers('used and deleted', 3, `${LONG_AGO}, ${LONG_AGO}, ${LONG_AGO}, NULL`)),
      ...(await vouchers('used', 8, `${LONG_AGO}, ${TODAY}, NULL, NULL`)),
      ...(await vouchers('used later', 5, `${LONG_AGO} + n * interval '1 hour', ${TODAY}, NULL, NULL`)),
      ...(await vouchers('expired', 9, `NULL, ${LONG_AGO}, NULL, NULL`)),
    ];
    await vouchers('living', 4, `NULL, ${TODAY}, NULL, NULL`);
    await vouchers('used today', 4, `${TODAY}, ${LONG_AGO}, NULL, NULL`);
    await vouchers('done', 4, `${LONG_AGO}, ${LONG_AGO}, ${LONG_AGO}, ${TODAY}`);
    for (const limit of [1, 4, 100]) {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await vouchersAfterRetention(database.pool, BEFORE, after, limit);
        found.push(...page.map(({ voucherId }) => voucherId));
        after = page.length < limit ? undefined : page.at(-1)?.cursor;
      } while (after !== undefined && found.length <= due.length);
      expect(found.toSorted()).toEqual(due.toSorted());
    }
  });

  it('cost the same for each page, however many are due', async () => {
    const page = async (): Promise<number> => {
      await database.pool.query('VACUUM ANALYZE vouchers');
      let middle: string | undefined;
      for (let n = 0; n < 3; n += 1)
        middle = (await vouchersAfterRetention(database.pool, BEFORE, middle, 100)).at(-1)?.cursor;
      return (await count.of(() => vouchersAfterRetention(count.pool, BEFORE, middle, 100))).buffers;
    };
    await vouchers('expired', 500, `NULL, ${LONG_AGO}, NULL, NULL`);
    const few = await page();
    await vouchers('expired too', 9_500, `NULL, ${LONG_AGO}, NULL, NULL`);
    expect(await page()).toBeLessThan(1.5 * few + 16);
  });
});

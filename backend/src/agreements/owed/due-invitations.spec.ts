import { BufferCount } from '../../platform/postgres/testing/count-buffers.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { tenthUnlessLong } from '../../platform/testing/long-run.js';
import { dueInvitations, setNextDue } from './due-invitations.js';
import { owedInvitations } from '../../invitations/invite-when-paid.sweep.js';
import { migrations } from '../../app/database-schema.js';
import { bareRows } from '../testing/bare-rows.js';

const NOW = new Date('2026-11-12T10:00:00.000Z');
const FEW = 1_000;
const MANY = tenthUnlessLong(100_000);
const DUE = 40;
/** Maximum number of rows that a query may read in addition to the rows of due invitations. */
const BESIDE = 50;

describe('invitations that are due', () => {
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
  beforeEach(() => database.pool.query('TRUNCATE ndas'));

  /** @param times SQL for `due_at, invite_owed` */
  async function rows(kind: string, many: number, times: string): Promise<string[]> {
    const { rows: made } = await database.pool.query<{ id: string }>(
      `${bareRows(
        ['id', 'revision', 'due_at', 'invite_owed'],
        `SELECT md5($1 || n)::uuid, 3, ${times} FROM generate_series(1, $2::int) n`,
      )} RETURNING id`,
      [kind, many],
    );
    return made.map(({ id }) => id);
  }
  const PAST = `timestamptz '2026-11-12T10:00:00Z' - (n / 3) * interval '1 minute', false`;
  const LATER = `timestamptz '2026-11-12T10:00:01Z' + n * interval '1 minute', false`;
  const OVER = 'NULL::timestamptz, false';

  it('are each found once, oldest first, even if many fell due at once', async () => {
    const due = await rows('due', DUE, PAST);
    await rows('later', DUE, LATER);
    await rows('over', DUE, OVER);
    for (const limit of [1, 7, 100]) {
      const found: string[] = [];
      const times: number[] = [];
      for (let page = await dueInvitations(database.pool, NOW, undefined, limit); page.length > 0; ) {
        found.push(...page.map(({ id }) => id));
        times.push(...page.map(({ dueAt }) => dueAt.getTime()));
        page = await dueInvitations(database.pool, NOW, page.at(-1), limit);
      }
      expect(found.toSorted()).toEqual(due.toSorted());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }
  });

  it('make a query read only as many rows as are due, however many others exist', async () => {
    const looks = async () => {
      await database.pool.query('VACUUM ANALYZE ndas');
      const due = await count.of(() => dueInvitations(count.pool, NOW, undefined, 500));
      const owed = await count.of(() => owedInvitations(count.pool).find(undefined));
      return { due: due.rows, owed: owed.rows };
    };
    await rows('due', DUE, PAST);
    await rows('owed', DUE, 'NULL::timestamptz, true');
    await rows('later', FEW / 2, LATER);
    await rows('over', FEW / 2, OVER);
    const few = await looks();
    await rows('later too', MANY / 2, LATER);
    await rows('over too', MANY / 2, OVER);
    for (const { due, owed } of [few, await looks()]) {
      expect(due).toBeGreaterThanOrEqual(DUE);
      expect(due).toBeLessThanOrEqual(DUE + BESIDE);
      expect(owed).toBeGreaterThanOrEqual(DUE);
      expect(owed).toBeLessThanOrEqual(DUE + BESIDE);
    }
  });

  it('are moved to a new time if they are unchanged since they were read, but not after a newer event', async () => {
    const [id = ''] = await rows('due', 1, PAST);
    const dueAt = async () =>
      (await database.pool.query<{ due_at: Date | null }>('SELECT due_at FROM ndas')).rows[0]?.due_at;
    await setNextDue(database.pool, { id, revision: 2 }, null);
    expect(await dueAt()).not.toBeNull();
    await setNextDue(database.pool, { id, revision: 3 }, '2026-11-13T10:00:00.000Z');
    expect(await dueAt()).toEqual(new Date('2026-11-13T10:00:00.000Z'));
    await setNextDue(database.pool, { id, revision: 3 }, null);
    expect(await dueAt()).toBeNull();
  });
});

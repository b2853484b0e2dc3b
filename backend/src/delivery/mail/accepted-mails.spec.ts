import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { AcceptedMails1795000001300 } from '../migrations/1795000001300-accepted-mails.js';
import { BegunMails1795000001500 } from '../migrations/1795000001500-begun-mails.js';
import { forgetAcceptedMails } from '../forget-accepted-mails.js';
import { AcceptedMails } from './accepted-mails.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('AcceptedMails', () => {
  let database: TestDatabase;
  let now = Date.parse('2026-11-12T13:40:00Z');
  let accepted: AcceptedMails;
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [AcceptedMails1795000001300, BegunMails1795000001500],
    });
    accepted = new AcceptedMails(database.pool, { now: () => new Date(now) });
  });
  afterAll(() => database.drop());

  beforeEach(() => database.pool.query('DELETE FROM accepted_mails'));

  it('knows what was accepted, however often it is told', async () => {
    expect(await accepted.begin('<1@x>')).toBe('begun');
    await accepted.note('<1@x>');
    await accepted.note('<1@x>');
    expect(await accepted.begin('<1@x>')).toBe('accepted');
    await accepted.undo('<1@x>');
    expect(await accepted.begin('<1@x>')).toBe('accepted');
    expect(await accepted.begin('<2@x>')).toBe('begun');
  });

  it('lets one send at a time, and again as soon as it is known not to have been accepted', async () => {
    const standings = await Promise.all(Array.from({ length: 8 }, () => accepted.begin('<1@x>')));
    expect(standings.filter((standing) => standing === 'begun')).toHaveLength(1);
    await accepted.undo('<1@x>');
    expect(await accepted.begin('<1@x>')).toBe('begun');
  });

  it('lets a message whose fate is unknown wait for ten minutes', async () => {
    await accepted.begin('<1@x>');
    const begunBefore = (minutes: number): Promise<unknown> =>
      database.pool.query(`UPDATE accepted_mails SET begun_at = now() - $1 * interval '1 minute'`, [minutes]);
    await begunBefore(9);
    const standing = await accepted.begin('<1@x>');
    expect(typeof standing === 'object' && standing.waitMs > 50_000 && standing.waitMs <= 60_000).toBe(true);
    await begunBefore(11);
    expect(await accepted.begin('<1@x>')).toBe('begun');
  });

  it('forgets it after its time', async () => {
    const { run } = forgetAcceptedMails(accepted);
    await accepted.note('<1@x>');
    await accepted.begin('<2@x>');
    await database.pool.query(
      `UPDATE accepted_mails SET begun_at = now() - interval '2 days' WHERE accepted_at IS NULL`,
    );
    const known = async (): Promise<string[]> =>
      (await database.pool.query<{ id: string }>('SELECT message_id AS id FROM accepted_mails')).rows.map(
        ({ id }) => id,
      );
    now += 89 * DAY_MS;
    await run(new AbortController().signal);
    expect(await known()).toEqual(['<1@x>']);
    now += 2 * DAY_MS;
    await run(new AbortController().signal);
    expect(await known()).toEqual([]);
  });
});

import { DAY_MS } from '@siegel/contracts/limits';
import { BATCH } from '../../platform/postgres/in-batches.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { SetClock } from '../../vault/testing/vault-database.js';
import { forgetOld } from '../forget-old.js';
import { HandledReports } from './handled-reports.js';
import { HandledMailReports1795000004200 } from './migrations/1795000004200-handled-mail-reports.js';

describe('HandledReports', () => {
  let database: TestDatabase;
  const clock = new SetClock();
  let handled: HandledReports;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [HandledMailReports1795000004200] });
    handled = new HandledReports(database.pool, clock);
  });
  beforeEach(() => database.pool.query('DELETE FROM handled_mail_reports'));
  afterAll(() => database.drop());

  it('knows handled reports, no matter how often they are noted', async () => {
    expect(await handled.among(['a', 'b'])).toEqual(new Set());
    await handled.note(['a', 'a', 'c']);
    await handled.note(['c', 'a']);
    expect(await handled.among(['a', 'b', 'c'])).toEqual(new Set(['a', 'c']));
  });

  it('can be noted by many callers at once, in any order', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `event-${n}`);
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => handled.note(n % 2 === 0 ? ids : ids.toReversed())),
    );
    expect(await handled.among(ids)).toEqual(new Set(ids));
  });

  it('makes no query for an empty list', async () => {
    const query = jest.spyOn(database.pool, 'query');
    await handled.note([]);
    expect(await handled.among([])).toEqual(new Set());
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('every hour forgets all reports that are no longer repeated, no matter how many there are', async () => {
    const old = Array.from({ length: BATCH + 1 }, (_, n) => `old-${n}`);
    await handled.note(old);
    clock.advance(7 * DAY_MS);
    await handled.note(['young']);
    await handled.forgetOld();
    expect(await handled.among(['old-0'])).toEqual(new Set(['old-0']));
    clock.advance(1);
    const task = forgetOld('forget-handled-reports', handled);
    expect(task.everyMs).toBe(3_600_000);
    await task.run(new AbortController().signal);
    const { rows } = await database.pool.query('SELECT event_id FROM handled_mail_reports');
    expect(rows).toEqual([{ event_id: 'young' }]);
  });
});

import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { AcceptedMails1795000001300 } from '../migrations/1795000001300-accepted-mails.js';
import { forgetAcceptedMails } from '../forget-accepted-mails.js';
import { AcceptedMails } from './accepted-mails.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('AcceptedMails', () => {
  let database: TestDatabase;
  let now = Date.parse('2026-11-12T13:40:00Z');
  let accepted: AcceptedMails;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: [AcceptedMails1795000001300] });
    accepted = new AcceptedMails(database.pool, { now: () => new Date(now) });
  });
  afterAll(() => database.drop());

  it('knows what was accepted, however often it is told', async () => {
    expect(await accepted.has('<1@x>')).toBe(false);
    await accepted.note('<1@x>');
    await accepted.note('<1@x>');
    expect(await accepted.has('<1@x>')).toBe(true);
    expect(await accepted.has('<2@x>')).toBe(false);
  });

  it('forgets it after its time', async () => {
    const { run } = forgetAcceptedMails(accepted);
    now += 89 * DAY_MS;
    await run(new AbortController().signal);
    expect(await accepted.has('<1@x>')).toBe(true);
    now += 2 * DAY_MS;
    await run(new AbortController().signal);
    expect(await accepted.has('<1@x>')).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { BATCH } from '../platform/postgres/in-batches.js';
import { countingRows } from '../platform/postgres/testing/count-rows.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { AcceptedMails1795000001300 } from './migrations/1795000001300-accepted-mails.js';
import { BeginnersOfMails1795000002700 } from './migrations/1795000002700-beginners-of-mails.js';
import { ProofsOfAcceptedMails1795000008150 } from './migrations/1795000008150-proofs-of-accepted-mails.js';
import { BegunMails1795000001500 } from './migrations/1795000001500-begun-mails.js';
import { forgetOld } from './forget-old.js';
import { AcceptedMails } from './accepted-mails.js';
import { createKeyedHash } from '../platform/crypto/keyed-hash.js';

const KEYED_HASH = createKeyedHash(Buffer.alloc(32, 7));

const DAY_MS = 24 * 60 * 60 * 1000;

describe('AcceptedMails', () => {
  let database: TestDatabase;
  let now = Date.parse('2026-11-12T13:40:00Z');
  let accepted: AcceptedMails;
  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [
        AcceptedMails1795000001300,
        BegunMails1795000001500,
        BeginnersOfMails1795000002700,
        ProofsOfAcceptedMails1795000008150,
      ],
    });
    accepted = new AcceptedMails(database.pool, { now: () => new Date(now) }, KEYED_HASH);
  });
  afterAll(() => database.drop());

  beforeEach(() => database.pool.query('DELETE FROM accepted_mails'));

  const begin = (messageId: string, attempt = randomUUID()) => accepted.begin(messageId, attempt);

  it('knows an accepted message, no matter how often the acceptance is noted', async () => {
    const attempt = randomUUID();
    expect(await begin('<1@x>', attempt)).toBe('begun');
    await accepted.note('<1@x>');
    await accepted.note('<1@x>');
    expect(await begin('<1@x>')).toBe('accepted');
    await accepted.undo('<1@x>', attempt);
    expect(await begin('<1@x>')).toBe('accepted');
    expect(await begin('<2@x>')).toBe('begun');
  });

  it.each([
    ['without a proof', null],
    ['with the proof of another message', KEYED_HASH.of('accepted-mail', '<2@x>')],
  ])('ignores a row that claims acceptance %s, and does not delay the mail', async (_, proof) => {
    await database.pool.query(
      'INSERT INTO accepted_mails (message_id, accepted_at, proof) VALUES ($1, now(), $2)',
      ['<1@x>', proof],
    );
    expect(await accepted.fate('<1@x>')).not.toBe('accepted');
    expect(await begin('<1@x>')).toBe('begun');
    await accepted.note('<1@x>');
    expect(await begin('<1@x>')).toBe('accepted');
  });

  it('lets one attempt send at a time, and the next one once it is certain that the message was not accepted', async () => {
    const attempts = Array.from({ length: 8 }, () => randomUUID());
    const results = await Promise.all(attempts.map((attempt) => begin('<1@x>', attempt)));
    expect(results.filter((result) => result === 'begun')).toHaveLength(1);
    const begun = attempts[results.indexOf('begun')] ?? '';
    // `undo` has no effect if it is called with the UUID of another attempt.
    await accepted.undo('<1@x>', randomUUID());
    expect(await begin('<1@x>')).toMatchObject({ waitMs: expect.any(Number) });
    await accepted.undo('<1@x>', begun);
    expect(await begin('<1@x>')).toBe('begun');
  });

  it('returns the fate of a message without beginning it', async () => {
    const attempt = randomUUID();
    expect(await accepted.fate('<1@x>')).toBe('none');
    await begin('<1@x>', attempt);
    expect(await accepted.fate('<1@x>')).toMatchObject({ waitMs: expect.any(Number) });
    await database.pool.query(`UPDATE accepted_mails SET begun_at = begun_at - interval '10 minutes'`);
    expect(await accepted.fate('<1@x>')).toBe('unknown');
    await accepted.note('<1@x>');
    expect(await accepted.fate('<1@x>')).toBe('accepted');
  });

  it.each([
    ['without a proof', null],
    ['with the proof of another attempt', KEYED_HASH.of('accepted-mail', '["<1@x>","another"]')],
    ['with the proof of another message', KEYED_HASH.of('accepted-mail', '<2@x>')],
  ])(
    'does not know the fate of a message whose row claims a beginning %s, and makes the message wait',
    async (_, proof) => {
      const insert = (minutes: number): Promise<unknown> =>
        database.pool.query(
          `INSERT INTO accepted_mails (message_id, begun_at, begun_by, proof) VALUES ($1, now() - $2 * interval '1 minute', $3, $4)`,
          [`<${minutes}@x>`, minutes, randomUUID(), proof],
        );
      for (const minutes of [1, 11]) {
        await insert(minutes);
        expect(await accepted.fate(`<${minutes}@x>`)).toBe('none');
      }
      const result = await begin('<1@x>');
      expect(typeof result === 'object' && result.waitMs > 500_000).toBe(true);
      expect(await begin('<11@x>')).toBe('begun');
    },
  );

  it("recognises its own beginning if the database's answer was lost", async () => {
    const attempt = randomUUID();
    await begin('<1@x>', attempt);
    expect(await begin('<1@x>', attempt)).toBe('begun');
    expect(await begin('<1@x>')).toMatchObject({ waitMs: expect.any(Number) });
  });

  it('lets a message with an unknown fate wait for ten minutes', async () => {
    await begin('<1@x>');
    const begunBefore = (minutes: number): Promise<unknown> =>
      database.pool.query(`UPDATE accepted_mails SET begun_at = now() - $1 * interval '1 minute'`, [minutes]);
    await begunBefore(9);
    const result = await begin('<1@x>');
    expect(typeof result === 'object' && result.waitMs > 50_000 && result.waitMs <= 60_000).toBe(true);
    await begunBefore(11);
    expect(await begin('<1@x>')).toBe('begun');
  });

  it('forgets an acceptance once its time is over', async () => {
    const { run } = forgetOld('forget-accepted-mails', accepted);
    await accepted.note('<1@x>');
    await begin('<2@x>');
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

  it('forgets any number of old rows, in batches', async () => {
    await database.pool.query(
      `INSERT INTO accepted_mails (message_id, begun_at, accepted_at)
       SELECT n::text, '2026-01-01', CASE WHEN n % 2 = 0 THEN timestamptz '2026-01-01' END FROM generate_series(1, $1::int) n`,
      [2 * BATCH + 2],
    );
    const counts: number[] = [];
    const counted = new AcceptedMails(
      countingRows(database.pool, counts),
      { now: () => new Date(now) },
      KEYED_HASH,
    );
    await forgetOld('forget-accepted-mails', counted).run(new AbortController().signal);
    expect(counts).toEqual([BATCH, 1, BATCH, 1]);
    counts.length = 0;
    await forgetOld('forget-accepted-mails', counted).run(AbortSignal.abort());
    expect(counts).toEqual([]);
  });
});

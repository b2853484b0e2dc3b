import { digestMail } from '../mail/kinds/digest.js';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { MailFailed, type MailTransport, type OutgoingMail } from '../mail/mail-transport.js';
import { AcceptedMails1795000001300 } from '../mail/migrations/1795000001300-accepted-mails.js';
import { BeginnersOfMails1795000002700 } from '../mail/migrations/1795000002700-beginners-of-mails.js';
import { ProofsOfAcceptedMails1795000008150 } from '../mail/migrations/1795000008150-proofs-of-accepted-mails.js';
import { BegunMails1795000001500 } from '../mail/migrations/1795000001500-begun-mails.js';
import { sampleSite } from '../mail/testing/sample-mails.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import type { DigestKind } from '../mail/kinds/digest.js';
import { digestNumber, SendDigest } from './send-digest.js';
import { createKeyedHash } from '../platform/crypto/keyed-hash.js';

const KEYED_HASH = createKeyedHash(Buffer.alloc(32, 7));

const refund: DigestKind = {
  kind: 'refund',
  count: 1,
  oldest: [{ id: '01900000-0000-7000-8000-000000000001', since: '2026-11-17T10:00:00.000Z' }],
};
const signal = new AbortController().signal;

describe('the digest of a day', () => {
  let database: TestDatabase;
  let now: string;
  let open: readonly DigestKind[];
  let given: OutgoingMail[];
  let failures: Error[];
  const clock = { now: () => new Date(now) };
  const mail: MailTransport = {
    once: false,
    send: async (message) => {
      given.push(message);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return { messageId: message.messageId };
    },
  };

  beforeAll(async () => {
    database = await createTestDatabase({
      migrations: [
        AcceptedMails1795000001300,
        BegunMails1795000001500,
        BeginnersOfMails1795000002700,
        ProofsOfAcceptedMails1795000008150,
      ],
    });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.pool.query('DELETE FROM accepted_mails');
    [now, open, given, failures] = ['2026-11-18T10:00:00.000Z', [refund], [], []];
  });

  /**
   * Returns the job of one backend. All backends share the database, so calling this again also simulates a
   * restart.
   */
  const backend = (contact: string | null = 'betrieb@siegel.example'): SendDigest =>
    new SendDigest({
      owed: { forOperator: async () => open },
      mail,
      accepted: new AcceptedMails(database.pool, clock, KEYED_HASH),
      vault: { createKey: async () => ({ keyId: 'key', isNew: true }) },
      clock,
      logger: silentLogger,
      site: { ...sampleSite, contact },
      host: 'siegel.example',
    });

  it('is sent once, no matter how many backends run and restart', async () => {
    const [one, other] = [backend(), backend()];
    await Promise.all([one.run(signal), other.run(signal)]);
    for (const again of [one, other, backend()]) {
      now = new Date(Date.parse(now) + 15 * 60_000).toISOString();
      await again.run(signal);
    }
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({
      to: 'betrieb@siegel.example',
      messageId: expect.stringMatching(/^<[0-9a-f]{40}@siegel\.example>$/),
      ...digestMail({ language: 'de', site: sampleSite, at: '2026-11-18T10:00:00.000Z', kinds: [refund] }),
    });
  });

  it('is sent on the next day in Berlin under another id, and never twice on a day if the clock jumps', async () => {
    const one = backend();
    for (now of [
      '2026-11-18T22:59:59Z',
      '2026-11-18T23:00:00Z',
      '2026-11-18T22:00:00Z',
      '2026-11-19T22:59:00Z',
    ])
      await one.run(signal);
    now = '2026-11-18T12:00:00Z';
    await backend().run(signal);
    expect(given.map(({ subject }) => subject)).toEqual(['Was zu tun ist: 1', 'Was zu tun ist: 1']);
    expect(new Set(given.map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('waits until an obligation is open, and is not sent if there is no address', async () => {
    open = [];
    const one = backend();
    await one.run(signal);
    await backend(null).run(signal);
    expect(given).toEqual([]);
    open = [refund];
    await backend(null).run(signal);
    expect(given).toEqual([]);
    await one.run(signal);
    expect(given).toHaveLength(1);
  });

  it('is retried with pauses if it was not accepted', async () => {
    failures = [new MailFailed('mail_unreachable'), new MailFailed('mail_unreachable')];
    const one = backend();
    const after = async (seconds: number): Promise<number> => {
      now = new Date(Date.parse(now) + seconds * 1000).toISOString();
      await one.run(signal);
      return given.length;
    };
    expect([
      await after(0),
      await after(29),
      await after(1),
      await after(59),
      await after(1),
      await after(60),
    ]).toEqual([1, 1, 2, 2, 3, 3]);
    expect(new Set(given.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('lets the scheduled work fail for an error that the mail did not cause', async () => {
    failures = [new Error('a fault of ours')];
    await expect(backend().run(signal)).rejects.toThrow('a fault of ours');
  });
});

it.each([
  ['2026-11-18T22:59:59.999Z', 20261118],
  ['2026-11-18T23:00:00.000Z', 20261119],
  ['2026-07-01T21:59:59.999Z', 20260701],
  ['2026-07-01T22:00:00.000Z', 20260702],
])('%s is in the day %d in Berlin', (at, number) => expect(digestNumber(new Date(at))).toBe(number));

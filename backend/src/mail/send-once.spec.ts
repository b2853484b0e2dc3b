import { jobContext } from '../platform/jobs/testing/job-context.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { AcceptedMails } from './accepted-mails.js';
import { MailBrokenOff, MailFailed, type MailTransport, type OutgoingMail } from './mail-transport.js';
import { AcceptedMails1795000001300 } from './migrations/1795000001300-accepted-mails.js';
import { BeginnersOfMails1795000002700 } from './migrations/1795000002700-beginners-of-mails.js';
import { ProofsOfAcceptedMails1795000008150 } from './migrations/1795000008150-proofs-of-accepted-mails.js';
import { BegunMails1795000001500 } from './migrations/1795000001500-begun-mails.js';
import { sendOnce } from './send-once.js';
import { createKeyedHash } from '../platform/crypto/keyed-hash.js';

const KEYED_HASH = createKeyedHash(Buffer.alloc(32, 7));

const mail: OutgoingMail = {
  kind: 'invitation',
  messageId: '<1@x>',
  stream: 'nda-1',
  to: 'ada@example.org',
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  attachments: [],
};

describe('sendOnce', () => {
  let database: TestDatabase;
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
    accepted = new AcceptedMails(database.pool, { now: () => new Date('2026-11-12T13:40:00Z') }, KEYED_HASH);
  });
  afterAll(() => database.drop());
  beforeEach(() => database.pool.query('DELETE FROM accepted_mails'));

  /** Returns a provider that fails with these errors, one per call, and then accepts every mail. */
  const provider = (once: boolean, ...failures: Error[]) => {
    const sentIds: string[] = [];
    const transport: MailTransport = {
      once,
      send: ({ messageId }) => {
        sentIds.push(messageId);
        const failure = failures.shift();
        return failure === undefined ? Promise.resolve({ messageId }) : Promise.reject(failure);
      },
    };
    return { given: sentIds, send: () => sendOnce(mail, { mail: transport, accepted }, jobContext()) };
  };

  it('sends an accepted mail only once', async () => {
    const { given, send } = provider(false);
    await send();
    await send();
    expect(given).toEqual(['<1@x>']);
  });

  it('leaves it to a provider that itself sends each message only once', async () => {
    const { given, send } = provider(true);
    await send();
    await send();
    expect(given).toHaveLength(2);
    expect((await database.pool.query('SELECT 1 FROM accepted_mails')).rowCount).toBe(0);
  });

  it.each([
    ['was refused', new MailFailed('mail_refused')],
    ['was broken off', new MailBrokenOff()],
  ])('may immediately resend a mail that %s', async (_, failure) => {
    const { given, send } = provider(false, failure);
    await expect(send()).rejects.toBe(failure);
    await send();
    expect(given).toHaveLength(2);
  });

  it('waits before it resends a mail whose fate is unknown', async () => {
    const lost = new MailFailed('mail_unreachable', { fateUnknown: true });
    const { given, send } = provider(false, lost);
    await expect(send()).rejects.toBe(lost);
    await expect(send()).rejects.toMatchObject({ name: 'TryAgainIn', ms: expect.any(Number) });
    expect(given).toHaveLength(1);
  });

  it('sends nothing once another worker has the job', async () => {
    const { given } = provider(false);
    const transport: MailTransport = { once: false, send: () => Promise.reject(new Error('given away')) };
    const lost = { ...jobContext(), assertHeld: () => Promise.reject(new Error('lost')) };
    await expect(sendOnce(mail, { mail: transport, accepted }, lost)).rejects.toThrow('lost');
    // `sendOnce` undid its attempt, so another attempt can begin.
    expect(await accepted.begin('<1@x>', '00000000-0000-4000-8000-000000000001')).toBe('begun');
    expect(given).toEqual([]);
  });
});

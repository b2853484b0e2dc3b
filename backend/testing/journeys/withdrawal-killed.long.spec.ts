import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { derivedId } from '#src/platform/crypto/ids';
import { messageIdOn } from '#src/mail/message-id';
import { type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { Customer } from '../steps/customer.js';
import { KilledMailers, messagesOf, type Moment } from '../faults/killed-mailers.js';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { withdrawalStream } from '#src/withdrawals/model/withdrawal.events';

const MOMENTS: readonly Moment[] = [
  'before an event is recorded',
  'once an event is recorded',
  'before a mail is given away',
  'once a mail is given away',
];
const request = { name: 'Grace', email: 'victim@example.net', reference: 'an order' };
const KEYS = ['one', 'two', 'three', 'four', 'five'].map((name) => `withdrawal-number-${name}`);

/**
 * Tests that each accepted withdrawal is recorded once, and that each announced receipt is sent. This must
 * hold at whatever moment the backend is killed (rule:withdrawal-receipt).
 */
describe.each(MOMENTS)('withdrawals from a backend that is killed %s', (moment) => {
  const secrets = testSecrets();
  let database: TestDatabase;
  let folder: TestDataDir;
  let mailers: KilledMailers;
  let somebody: Customer;
  beforeAll(async () => {
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    mailers = new KilledMailers(database.pool, [moment]);
    await mailers.start({ DATA_DIR: folder.path, ...environmentOf(secrets) }, database.url, ['one']);
    somebody = new Customer(mailers.urls, 0, []);
  });
  afterAll(async () => {
    await mailers.stop();
    await database.drop();
    await folder.remove();
  });

  const idOf = (key: string): string =>
    derivedId('withdrawal', key, request.name, request.email, request.reference, '');
  const typesOf = async (key: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ type: string }>(
      'SELECT type FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [withdrawalStream(idOf(key))],
    );
    return rows.map(({ type }) => type.split('.')[0] ?? '');
  };

  const receiptSent = (key: string): Promise<true> =>
    until(async () => (await typesOf(key)).includes('WithdrawalReceiptSent'));

  it('are each recorded once, and each receipt that was announced is mailed', async () => {
    const life = async () => {
      const said = new Map<string, unknown>();
      for (const key of KEYS) {
        await mailers.killIn(withdrawalStream(idOf(key)));
        const { status, body } = await somebody.ask('POST', '/api/withdrawals', request, { key });
        expect(status).toBe(202);
        said.set(key, body['mail']);
        // If the backend is killed at mails, the next call waits until this receipt is sent. Otherwise, a
        // kill during the sending would also hit the next call. If that happened before the call's event was
        // recorded, the repeated call would count towards the limits a second time.
        if (!moment.includes('event') && body['mail'] === 'sent') await receiptSent(key);
      }
      const sent = KEYS.filter((key) => said.get(key) === 'sent');
      for (const key of sent) await receiptSent(key);
      return sent;
    };
    const sent = await Promise.race([life(), mailers.hunted.then(() => [])]);
    // If a call was killed before its event was recorded, the limits count both the call and its repetition.
    // So fewer than three mails may be sent, but never more.
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(3);
    if (!moment.includes('event')) expect(sent).toHaveLength(3);
    for (const key of KEYS)
      expect((await typesOf(key)).filter((type) => type === 'WithdrawalDeclared')).toHaveLength(1);
    const messages = messagesOf(mailers.received).map(({ id }) => id);
    const ids = sent.map((key) =>
      messageIdOn('siegel.example', {
        about: idOf(key),
        kind: 'withdrawal',
        recipient: 'customer',
        number: 0,
      }),
    );
    expect(new Set(messages)).toEqual(new Set(ids));
    for (const id of ids)
      expect(messages.filter((one) => one === id).length - 1).toBeLessThanOrEqual(mailers.lostOf(id));
    expect(mailers.kills.length).toBeGreaterThan(0);
  });
});

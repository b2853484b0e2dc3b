import { DAY_MS } from '@siegel/contracts/limits';
import type { Party } from '@siegel/contracts/enums';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { messageIdOn } from '#src/mail/message-id';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { historyOf } from '../log/chains.js';
import { type Answer, Customer } from '../steps/customer.js';
import { KilledMailers, messagesOf, type Moment } from '../faults/killed-mailers.js';
import { card, signature, terms } from '../steps/samples.js';
import { environmentOf } from '../backend/secrets.js';
import { testSecrets } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { LinkTokens } from '#src/vault/link-tokens';
import { createServiceDatabase } from '../backend/service-database.js';

const MINUTE_MS = 60_000;
const KINDS = [
  'invitation',
  'reminder',
  'cancellation',
  'correction',
  'expiry',
  'dispute',
  'continue',
  'order',
];
const ALL: readonly Moment[] = [
  'before an event is recorded',
  'once an event is recorded',
  'before a mail is given away',
  'once a mail is given away',
];
/**
 * In each case with a single backend, the backend is always killed at the same kind of moment. In the last
 * case, two backends share the work and are killed at all kinds of moments.
 */
const WAYS: readonly (readonly [string, readonly string[], readonly Moment[]])[] = [
  ...ALL.map((moment) => [`one backend that is killed ${moment}`, ['one'], [moment]] as const),
  ['two backends that are killed by turns', ['one', 'other'], ALL],
];

describe.each(WAYS)('the mails sent while signing by link, from %s', (way, names, moments) => {
  const secrets = testSecrets();
  const links = new LinkTokens(secrets.indexKey);
  let database: TestDatabase;
  let folder: TestDataDir;
  let mailers: KilledMailers;
  let party1: Customer;
  let party2: Customer;
  beforeAll(async () => {
    [database, folder] = [await createServiceDatabase(), await testDataDir()];
    mailers = new KilledMailers(database.pool, moments);
    await mailers.start({ DATA_DIR: folder.path, ...environmentOf(secrets) }, database.url, names);
    [party1, party2] = [new Customer(mailers.urls, 0, []), new Customer(mailers.urls, 1, [])];
  });
  afterAll(async () => {
    await mailers.stop();
    await database.drop();
    await folder.remove();
  });

  /**
   * Returns the body of a successful response. If the response to a request is lost, the customer repeats the
   * request and gets the response that was lost (rule:same-act-same-answer).
   */
  const done = ({ status, body }: Answer): Answer['body'] => {
    if (status < 200 || status > 299) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const ask = async (path: string, body: object = {}): Promise<Answer['body']> =>
    done(await party1.ask('POST', path, { ...body }));
  const typesOf = async (id: string): Promise<string[]> => {
    const { rows } = await database.pool.query<{ type: string }>(
      'SELECT type FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [`nda-${id}`],
    );
    return rows.map(({ type }) => type.split('.')[0] ?? '');
  };
  /**
   * Expects that each message arrived at most once, plus once for each time that the mail server's response
   * to the message was lost.
   */
  const expectNoStrays = (): void => {
    const copies = messagesOf(mailers.received).map(({ id }) => id);
    for (const id of new Set(copies)) {
      const besides = copies.filter((one) => one === id).length - 1;
      expect(besides).toBeLessThanOrEqual(mailers.lostOf(id));
    }
  };
  const has = async (id: string, wanted: Readonly<Record<string, number>>): Promise<void> => {
    await until(async () => {
      const types = await typesOf(id);
      return Object.entries(wanted).every(
        ([type, times]) => types.filter((one) => one === type).length >= times,
      );
    });
    expectNoStrays();
  };
  const linkOf = async (id: string): Promise<string> => {
    const { rows } = await database.pool.query<{ data: Buffer }>(
      `SELECT data FROM event_store.events WHERE stream = $1 AND type LIKE 'Party2Invited.%'
       ORDER BY revision DESC LIMIT 1`,
      [`nda-${id}`],
    );
    const { open } = JSON.parse(rows[0]?.data.toString() ?? '') as { open: { linkId: string } };
    return links.make({ purpose: 'invitation', ndaId: id, about: open.linkId });
  };

  /** Makes an NDA that Party 1 has signed. After this, the backends are killed at every step of the NDA. */
  async function begun(number: number): Promise<string> {
    const addresses = {
      party1Email: `eins-${number}@example.org`,
      party2Email: `zwei-${number}@example.org`,
    };
    const created = done(
      await party1.ask('POST', '/api/ndas', { ...terms, ...addresses }, { key: `nda-number-${number}-of-1` }),
    );
    const id = String(created['id']);
    await ask(`/api/ndas/${id}/sign`, {
      partyNumber: '1',
      signature: signature(1),
      signatureMode: 'remote',
      party1PaysForBoth: true,
    });
    await mailers.killIn(`nda-${id}`);
    return id;
  }

  async function paid(id: string): Promise<void> {
    const asked = { partyNumber: '1', paymentMode: 'split' };
    const { clientSecret, paymentIntentId } = await ask(`/api/ndas/${id}/create-payment-intent`, asked);
    await party1.ask('POST', `/api/sandbox/payments/${String(clientSecret)}/confirm`, card);
    await ask(`/api/ndas/${id}/confirm-payment`, { paymentIntentId });
    // The first notice is the order confirmation.
    await has(id, { InvitationSent: 1, NoticeSent: 1 });
  }

  /**
   * Requests only one link to continue. Each request makes a new link. So after a lost response, the log is
   * read before the request is repeated.
   */
  async function askOnceToContinue(id: string): Promise<void> {
    await until(async () => {
      if ((await typesOf(id)).includes('ContinueLinkRequested')) return true;
      await party1
        .ask('POST', `/api/ndas/${id}/continue-link`, {}, { attempts: 1 })
        .then(done)
        .catch(() => mailers.rested());
      return false;
    });
  }

  async function signedAndDisputed(id: string): Promise<void> {
    const token = await linkOf(id);
    done(await party2.ask('POST', `/api/remote-signature/${token}/opened`, {}));
    done(await party2.ask('POST', `/api/remote-signature/${token}/sign`, { signature: signature(2) }));
    await has(id, { NdaSent: 1 });
    const dispute = links.make({ purpose: 'dispute', ndaId: id, about: 2 });
    done(await party2.ask('POST', `/api/disputes/${dispute}`, {}));
    await has(id, { NoticeSent: 6 });
  }

  /** Returns the kinds of mails that each address received. Further copies of a message are not counted. */
  async function told(ids: readonly string[]): Promise<Record<string, string[]>> {
    const names = new Map<string, string>();
    for (const about of ids)
      for (const number of (await typesOf(about)).keys())
        for (const kind of KINDS)
          for (const recipient of [1, 2] satisfies Party[])
            names.set(messageIdOn('siegel.example', { about, kind, recipient, number }), kind);
    const messages = new Map(messagesOf(mailers.received).map((one) => [one.id, one]));
    const kinds: Record<string, string[]> = {};
    for (const { id, to, data } of messages.values()) {
      const kind = names.get(id) ?? (data.includes('application/pdf') ? 'document' : 'unknown');
      kinds[to] = [...(kinds[to] ?? []), kind].toSorted();
    }
    return kinds;
  }

  it('arrive once, plus at most once for each answer that was lost', async () => {
    const life = async (): Promise<[string, string]> => {
      const id = await begun(1);
      await paid(id);
      await ask(`/api/ndas/${id}/resend-remote-invite`);
      await has(id, { NoticeSent: 2 });
      done(await party1.ask('PATCH', `/api/ndas/${id}/party2-email`, { party2Email: 'drei@example.org' }));
      await has(id, { NoticeSent: 3, InvitationSent: 2 });
      await ask(`/api/ndas/${id}/cancel-remote-invite`);
      await has(id, { NoticeSent: 4 });
      await ask(`/api/ndas/${id}/initiate-remote-signature`);
      await has(id, { InvitationSent: 3 });
      await askOnceToContinue(id);
      await has(id, { NoticeSent: 5 });
      await signedAndDisputed(id);
      const other = await begun(2);
      await paid(other);
      await mailers.moveTo(DAY_MS + 10 * MINUTE_MS);
      await has(other, { NoticeSent: 2 });
      await mailers.moveTo(7 * DAY_MS + 10 * MINUTE_MS);
      await has(other, { NoticeSent: 3 });
      return [id, other];
    };
    const ids = await Promise.race([life(), mailers.hunted.then(() => [])]);
    expect(await told(ids)).toEqual({
      'eins-1@example.org': ['continue', 'dispute', 'document', 'order'],
      'zwei-1@example.org': ['correction', 'invitation', 'reminder'],
      'drei@example.org': ['cancellation', 'document', 'invitation', 'invitation'],
      'eins-2@example.org': ['expiry', 'order'],
      'zwei-2@example.org': ['invitation', 'reminder'],
    });
    expectNoStrays();
    const copies = messagesOf(mailers.received).map(({ id }) => id);
    const messages = new Set(copies);
    process.stdout.write(
      `${way}, ${mailers.kills.length} times: ${messages.size} messages owed, ${copies.length - messages.size} further copies\n`,
    );
    // Depending on the kind of moment, there must have been a kill at each event or at each mail.
    expect(mailers.kills.length).toBeGreaterThan(messages.size);
    for (const id of ids) {
      const { stored } = await historyOf(database.url, id);
      expect(verifyChain(stored)).toMatchObject({ intact: true });
    }
  });
});

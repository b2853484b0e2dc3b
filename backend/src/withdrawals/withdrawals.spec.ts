import type { ObligationView } from '@siegel/contracts/admin/views';
import type { ProblemDetails } from '@siegel/contracts/problem';
import { HOUR_MS, WITHDRAWAL_MESSAGE_MAX, WITHDRAWAL_REFERENCE_MAX } from '@siegel/contracts/limits';
import type { WithdrawalReceivedView, WithdrawalView } from '@siegel/contracts/withdrawal/view';
import { PassThrough } from 'node:stream';
import type TestAgent from 'supertest/lib/agent.js';
import { problem } from '../http/testing/problem.js';
import { newId } from '../platform/crypto/ids.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { mails, payByCard, signedByBoth, untilSent } from '../../testing/steps/steps.js';
import { act } from '../../testing/steps/act.js';
import { ticksOf } from '../../testing/backend/ticks.js';
import { until } from '../platform/testing/until.js';
import { SetClock } from '../vault/testing/vault-database.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { withdrawalDecider } from './model/withdrawal.decider.js';
import { withdrawalStream } from './model/withdrawal.events.js';

const DAY_MS = 24 * HOUR_MS;
const RETENTION_DAYS = 10;
const OBLIGATIONS = '/api/admin/obligations';

/** Each value is unique, so that a test can search for it in places where it must not occur. */
const declaration = {
  name: 'Grace Brewster Hopper',
  email: 'grace.hopper@example.org',
  reference: 'Bestellung vom 12. November',
  message: 'Zweimal bestellt.\nBitte nur eine.',
};

describe('a withdrawal from a contract', () => {
  const clock = new SetClock();
  const logs = new PassThrough();
  let written = '';
  let test: TestBackend;
  let admin: TestAgent;
  let emails = 0;
  beforeAll(async () => {
    logs.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8');
    });
    const env = { RETENTION_WITHDRAWAL_DAYS: String(RETENTION_DAYS), LOG_LEVEL: 'debug' };
    test = await startTestBackend({ clock, env, logs });
    admin = await loggedIn(ADMIN_PASSWORD);
  });
  afterAll(() => test.stop());

  async function loggedIn(password: string): Promise<TestAgent> {
    const browser = test.browser();
    await browser.post('/api/admin/login').send({ password }).expect(200);
    return browser;
  }
  const browser = (language: 'de' | 'en' = 'de') => test.browser(language);
  /** Returns a new email address. The test finds its mails by this address. */
  const address = (): string => `grace${(emails += 1)}@example.org`;
  async function declared(
    changes: object = {},
    { language = 'de' as const, key = newId() }: { language?: 'de' | 'en'; key?: string } = {},
  ): Promise<WithdrawalReceivedView> {
    const { body } = await browser(language)
      .post('/api/withdrawals')
      .set('idempotency-key', key)
      .send({ ...declaration, email: address(), ...changes })
      .expect(202);
    return body;
  }
  const list = async (kind = 'withdrawal', as = admin): Promise<ObligationView[]> =>
    (await as.get(`${OBLIGATIONS}?kind=${kind}&pageSize=100`).expect(200)).body.items;
  const listed = (number: string): Promise<ObligationView> =>
    until(async () => (await list()).find(({ reference }) => reference === number));
  const read = async (id: string): Promise<WithdrawalView> =>
    (await admin.get(`/api/admin/withdrawals/${id}`).expect(200)).body;
  const receipts = async (to: string) => (await mails(browser())).filter((mail) => mail.to === to);
  const receipt = (to: string) => until(async () => (await receipts(to))[0]);

  it('is accepted without cookie, account or reason; the answer states its number and the time', async () => {
    const { headers, body } = await browser()
      .post('/api/withdrawals')
      .send({ ...declaration, email: address(), message: undefined })
      .expect(202);
    expect(body).toEqual({
      number: expect.stringMatching(/^W-[A-Z2-7]{10}$/),
      receivedAt: clock.now().toISOString(),
      mail: 'sent',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['de', 'en'] as const)(
    'gets an immediate receipt that states the declaration in our words, with date and time (%s)',
    async (language) => {
      const email = address();
      const { number } = await declared({ email }, { language });
      const mail = await receipt(email);
      expect(mail.subject).toBe(
        language === 'de'
          ? `Eingangsbestätigung Ihres Widerrufs ${number}`
          : `Receipt of your withdrawal ${number}`,
      );
      const at = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'Europe/Berlin',
      }).format(clock.now());
      const words = { de: 'Sie haben einen Vertrag widerrufen.', en: 'You have withdrawn from a contract.' };
      for (const part of [number, words[language], at])
        expect(mail.text.replaceAll('\u00a0', ' ')).toContain(part);
      expect(mail.text).toMatch(/\d\d?:\d\d/);
      expect(`${mail.text}${mail.html}`).not.toMatch(/Grace|Hopper|Zweimal|Bitte nur eine|Bestellung vom/);
    },
  );

  it('gets the same answer whether or not the order is known, and neither stops nor refunds anything', async () => {
    const party1 = browser();
    const ndaId = await signedByBoth(party1);
    await payByCard(party1, ndaId);
    const before = await untilSent(party1, ndaId);
    const known = await declared({ reference: ndaId });
    const unknown = await declared({ reference: newId() });
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    await listed(known.number);
    const { body: after } = await party1.get(`/api/ndas/${ndaId}`).expect(200);
    expect(after).toEqual(before);
    expect((await list('refund')).filter((one) => one.ndaId === ndaId)).toEqual([]);
  });

  it('remains a single one if the same words come again under the same key, even concurrently', async () => {
    const [key, email] = [newId(), address()];
    const all = await Promise.all([1, 2, 3].map(() => declared({ email }, { key })));
    clock.advance(60_000);
    all.push(await declared({ email }, { key }));
    expect(new Set(all.map(({ number }) => number)).size).toBe(1);
    expect(new Set(all.map(({ receivedAt }) => receivedAt)).size).toBe(1);
    await receipt(email);
    const other = await declared({ email, message: 'Auch die zweite.' }, { key });
    expect(other.number).not.toBe(all[0]?.number);
    await until(async () => (await receipts(email)).length === 2);
    const twice = [await declared({ email: address() }), await declared({ email: address() })];
    expect(twice[0]?.number).not.toBe(twice[1]?.number);
  });

  it('names its stream and cannot be ended while its stream is closed', async () => {
    const { number } = await declared();
    const { id } = await listed(number);
    const { rows } = await test.database.pool.query<{ id: string }>(
      'SELECT id FROM withdrawals WHERE declared_by_event = $1',
      [id],
    );
    const stream = withdrawalStream(rows[0]?.id ?? '');
    const { putBack } = await alterEvent(test.database.pool, stream, 0);
    const waits = { reference: stream, lastError: 'stream_untrusted', closable: false };
    expect((await list()).find((one) => one.id === id)).toMatchObject(waits);
    const refused = await admin.post(`${OBLIGATIONS}/${id}/close`).send({}).expect(503);
    expect(problem(refused)).toMatchObject({ code: 'stream_untrusted' });
    await putBack();
    expect(await listed(number)).toMatchObject({ id, lastError: null, closable: true });
  });

  describe('as the admin sees it', () => {
    it('is found by the number of the order, however it is typed', async () => {
      const party1 = browser();
      const ndaId = await signedByBoth(party1);
      await payByCard(party1, ndaId);
      const { orderNumber } = (await party1.get(`/api/ndas/${ndaId}`).expect(200)).body;
      const { number } = await declared({
        reference: `Bestellung ${String(orderNumber).toLowerCase()}, bitte`,
      });
      expect(await listed(number)).toMatchObject({ ndaId, party: 1, amount: 199 });
    });

    it('is an obligation with the known facts about the order', async () => {
      const party1 = browser();
      const ndaId = await signedByBoth(party1);
      const open = await listed(
        (await declared({ reference: `Vereinbarung ${ndaId.toUpperCase()}` })).number,
      );
      expect(open).toEqual({
        id: expect.any(String),
        kind: 'withdrawal',
        ndaId,
        party: 1,
        reference: open.reference,
        amount: null,
        currency: null,
        since: clock.now().toISOString(),
        attempts: 0,
        lastError: null,
        nextTryAt: null,
        closable: true,
      });
      expect((await read(open.id)).order).toEqual({
        ndaId,
        party: 1,
        amount: null,
        currency: 'EUR',
        paidAt: null,
        performed: false,
      });
      await payByCard(party1, ndaId);
      await untilSent(party1, ndaId);
      expect(await listed(open.reference ?? '')).toMatchObject({ amount: 199, currency: 'EUR' });
      expect((await read(open.id)).order).toMatchObject({
        amount: 199,
        paidAt: expect.any(String),
        performed: true,
      });
    });

    it('names what the service still keeps of the payment, until all of it went back', async () => {
      const party1 = browser();
      const ndaId = await signedByBoth(party1);
      const { party1PaymentIntentId } = await payByCard(party1, ndaId);
      const { number } = await declared({ reference: ndaId });
      const { id, reference } = await listed(number);
      const refunded = (totalRefunded: number) =>
        act(test, ndaId, {
          type: 'RecordRefund',
          paymentIntentId: party1PaymentIntentId ?? '',
          totalRefunded,
          currency: 'EUR',
        });
      await refunded(99);
      expect(await listed(reference ?? '')).toMatchObject({ amount: 100, currency: 'EUR' });
      expect((await read(id)).order).toMatchObject({ amount: 199 });
      await refunded(199);
      expect(await listed(reference ?? '')).toMatchObject({ amount: 0, currency: 'EUR' });
    });

    it('can be read only by the admin, and each reading is logged', async () => {
      const email = address();
      const { number, receivedAt } = await declared({ email });
      const { id } = await listed(number);
      await receipt(email);
      expect(
        await until(async () => ((await read(id)).receiptSentAt === null ? undefined : read(id))),
      ).toEqual({
        ...declaration,
        email,
        id,
        number,
        receivedAt,
        order: null,
        receiptSentAt: expect.any(String),
        closedAt: null,
      });
      const auditor = await loggedIn('the-auditor-of-the-tests');
      await auditor.get(`/api/admin/withdrawals/${id}`).expect(403);
      await browser().get(`/api/admin/withdrawals/${id}`).expect(401);
      await admin.get(`/api/admin/withdrawals/${newId()}`).expect(404);
      await admin.get('/api/admin/withdrawals/x').expect(404);
      expect(written).toContain('personal data was read');
      expect((await list('withdrawal', auditor)).map((one) => one.id)).toContain(id);
    });

    it("is read from its stream, and cannot be read through another withdrawal's obligation", async () => {
      const [one, two] = [await declared(), await declared()];
      const [first, second] = [await listed(one.number), await listed(two.number)];
      const { pool } = test.database;
      const swap = (number: string, to: string) =>
        pool.query('UPDATE withdrawals SET declared_by_event = $2 WHERE number = $1', [number, to]);
      await pool.query("UPDATE withdrawals SET closed_at = now(), number = 'W-X' WHERE number = $1", [
        two.number,
      ]);
      expect(await read(second.id)).toMatchObject({ number: two.number, closedAt: null });
      await swap('W-X', newId());
      await swap(one.number, second.id);
      await admin.get(`/api/admin/withdrawals/${second.id}`).expect(404);
      expect(written).toContain('tampering_found');
      await swap(one.number, first.id);
      expect(await read(first.id)).toMatchObject({ number: one.number });
    });

    it('is open until somebody answers it, and is answered only once', async () => {
      const { number } = await declared();
      const { id } = await listed(number);
      await admin.post(`${OBLIGATIONS}/${id}/close`).send({ note: 'Erstattet' }).expect(204);
      expect((await list()).map(({ reference }) => reference)).not.toContain(number);
      await admin.post(`${OBLIGATIONS}/${id}/close`).send({ note: 'noch einmal' }).expect(204);
      expect((await read(id)).closedAt).toBe(clock.now().toISOString());
      const { rows } = await test.database.pool.query<{ id: string }>(
        'SELECT id FROM withdrawals WHERE declared_by_event = $1',
        [id],
      );
      const { events } = await test.backend.infrastructure.commands.state(
        withdrawalDecider,
        rows[0]?.id ?? '',
      );
      const closed = events.filter(({ type }) => type === 'WithdrawalClosed');
      expect(closed).toHaveLength(1);
      expect(closed[0]).toMatchObject({ actor: 'admin', personal: { note: 'Erstattet' } });
      expect(events[0]).toMatchObject({ actor: 'anybody', open: {} });
    });

    it('appears neither in plain text in the database nor in the log', async () => {
      const { rows } = await test.database.pool.query<{ line: string }>(
        `SELECT to_jsonb(w)::text AS line FROM withdrawals w
         UNION ALL SELECT to_jsonb(m)::text FROM mailbox_messages m
         UNION ALL SELECT to_jsonb(a)::text FROM accepted_mails a`,
      );
      const text = `${rows.map(({ line }) => line).join('\n')}${written}`;
      expect(rows.length).toBeGreaterThan(0);
      for (const value of ['Hopper', 'example.org', 'Zweimal', 'Bestellung vom'])
        expect(text).not.toContain(value);
    });
  });

  describe('with bad input', () => {
    it.each([
      ['nothing', {}, ['name', 'email', 'reference']],
      ['blanks', { ...declaration, name: '  ', reference: '\n' }, ['name', 'reference']],
      ['a name that is too long', { ...declaration, name: 'a'.repeat(121) }, ['name']],
      ['an invalid address', { ...declaration, email: 'grace@' }, ['email']],
      [
        'an address that is too long',
        { ...declaration, email: `${'a'.repeat(64)}@${'b'.repeat(190)}.de` },
        ['email'],
      ],
      [
        'a long reference',
        { ...declaration, reference: 'r'.repeat(WITHDRAWAL_REFERENCE_MAX + 1) },
        ['reference'],
      ],
      ['a long message', { ...declaration, message: 'm'.repeat(WITHDRAWAL_MESSAGE_MAX + 1) }, ['message']],
      ['lines in a name', { ...declaration, name: 'Grace\nBcc: x@example.org' }, ['name']],
      ['an unknown member', { ...declaration, reason: 'x' }, ['reason']],
      ['other types', { ...declaration, name: 1, message: {} }, ['name', 'message']],
    ])('%s is refused, and the answer names the fields', async (_, body, fields) => {
      const answer = problem(
        await browser().post('/api/withdrawals').send(body).expect(400),
      ) as ProblemDetails;
      expect(answer.code).toBe('validation_failed');
      expect(new Set(answer.errors?.map(({ field }) => field))).toEqual(new Set(fields));
    });

    it('is accepted if its values are valid, and blanks around them are removed', async () => {
      const { number } = await declared({
        name: ' G ',
        reference: ` ${'r'.repeat(120)} `,
        message: 'm'.repeat(2000),
      });
      const { id } = await listed(number);
      expect(await read(id)).toMatchObject({
        name: 'G',
        reference: 'r'.repeat(120),
        message: 'm'.repeat(2000),
      });
    });
  });

  it('is erased when its retention is over, whether or not it was answered; the skeleton stays', async () => {
    const email = address();
    const { number, receivedAt } = await declared({ email });
    const { id } = await listed(number);
    await receipt(email);
    const tick = async () => {
      for (const { run } of ticksOf(test.backend, test.backend.infrastructure.backgroundPool))
        await run(new AbortController().signal);
    };
    clock.advance(RETENTION_DAYS * DAY_MS - 60_000);
    admin = await loggedIn(ADMIN_PASSWORD);
    await tick();
    expect((await read(id)).name).toBe(declaration.name);
    clock.advance(60_000);
    await tick();
    const gone = await until(async () => ((await read(id)).name === null ? read(id) : undefined));
    expect(gone).toMatchObject({
      number,
      receivedAt,
      name: null,
      email: null,
      reference: null,
      message: null,
    });
    expect(await receipts(email)).toEqual([]);
    await until(async () => (await list('key-destruction')).every(({ reference }) => reference !== number));
    expect((await listed(number)).closable).toBe(true);
    await admin.post(`${OBLIGATIONS}/${id}/close`).send({ note: 'zu spät' }).expect(204);
    expect((await list()).map(({ reference }) => reference)).not.toContain(number);
  });
});

import { HOUR_MS } from '@siegel/contracts/limits';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import type TestAgent from 'supertest/lib/agent.js';
import { newId } from '#src/platform/crypto/ids';
import { Mailbox } from '#src/mail/mailbox';
import { payByCard, read, signedByBoth } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';
import { SetClock } from '#src/vault/testing/vault-database';

const STRANGER = 'victim@example.net';
/** Texts that an attacker wants the operator's mail server to send to strangers. */
const EVIL = {
  name: 'Sparkasse Kundendienst',
  reference: 'KONTO GESPERRT https://evil.example/login',
  message: 'Sehr geehrter Kunde, bitte bestaetigen Sie Ihre Daten: https://evil.example/login',
};

/**
 * Tests to whom the withdrawal form sends mails, and what the mails contain. The limits are those of a real
 * installation (rule:withdrawal-receipt).
 */
describe('mails of the withdrawal form', () => {
  const clock = new SetClock();
  let test: TestBackend;
  let addresses = 0;
  beforeAll(async () => {
    test = await startTestBackend({ clock, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => test.stop());
  beforeEach(() => clock.advance(24 * HOUR_MS));

  const newcomer = (): TestAgent => {
    const browser = test.browser();
    void browser.set('x-forwarded-for', `203.0.113.${(addresses += 1)}`);
    return browser;
  };
  const declare = async (browser: TestAgent, change: object = {}): Promise<WithdrawalReceivedView> =>
    (
      await browser
        .post('/api/withdrawals')
        .set('idempotency-key', newId())
        .send({ ...EVIL, email: STRANGER, ...change })
        .expect(202)
    ).body;
  /**
   * Waits until the receipts of the withdrawals with these numbers are sent or withheld. Then returns all
   * mails to the address.
   */
  const received = async (to: string | RegExp, ...numbers: readonly string[]) => {
    await until(async () => {
      const { rows } = await test.database.pool.query(
        'SELECT 1 FROM withdrawals WHERE NOT receipt_owed AND number = ANY ($1)',
        [numbers],
      );
      return rows.length === numbers.length;
    });
    const every = await test.backend.app.get(Mailbox).list();
    return every.filter((mail) => new RegExp(to, 'i').test(mail.to));
  };
  const countOf = (answers: readonly WithdrawalReceivedView[], mail: string): number =>
    answers.filter((one) => one.mail === mail).length;
  async function ordered(browser: TestAgent): Promise<{ order: string; email: string }> {
    const email = `ada-${newId()}@example.org`;
    const id = await signedByBoth(browser, { party1Email: email });
    await payByCard(browser, id);
    return { order: (await read(browser, id)).orderNumber, email };
  }

  it('are sent for three of fifty forms from ten addresses to one stranger, without the words of the sender', async () => {
    const spellings = [STRANGER, 'Victim@Example.NET', 'victim+1@example.net', 'victim+x.y@example.net'];
    let sent = 0;
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = newcomer();
        const own: WithdrawalReceivedView[] = [];
        for (let n = 0; n < 5; n += 1)
          own.push(await declare(browser, { email: spellings[(sent += 1) % spellings.length] }));
        return own;
      }),
    ).then((each) => each.flat());
    expect(new Set(answers.map(({ number }) => number)).size).toBe(50);
    expect([countOf(answers, 'sent'), countOf(answers, 'withheld')]).toEqual([3, 47]);
    const found = await received('^victim', ...answers.map(({ number }) => number));
    expect(found).toHaveLength(3);
    for (const { text, html, subject } of found) {
      expect(text).toContain('Sie haben einen Vertrag widerrufen.');
      expect(`${subject}${text}${html}`).not.toMatch(/Sparkasse|GESPERRT|evil|geehrter|login/i);
    }
    const admin = newcomer();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    const { body } = await admin.get('/api/admin/obligations?kind=withdrawal&pageSize=100').expect(200);
    expect(body.items).toHaveLength(50);
  });

  it('are sent again a day later, three in any 24 hours', async () => {
    const answers: WithdrawalReceivedView[] = [];
    for (const hours of [23, 1, 0, 0, 22.9, 0.1, 0]) {
      clock.advance(hours * HOUR_MS);
      answers.push(await declare(newcomer(), { email: 'other@example.net' }));
    }
    const told = answers.map(({ mail }) => mail).join(' ');
    expect(told).toBe('sent sent sent withheld withheld sent withheld');
  });

  it('are not counted for refused forms', async () => {
    const browser = newcomer();
    for (let n = 0; n < 60; n += 1)
      await browser
        .post('/api/withdrawals')
        .send({ ...EVIL, email: 'maria@example' })
        .expect(400);
    const { number, mail } = await declare(browser, { email: 'maria@example.org' });
    expect(mail).toBe('sent');
    expect(await received('maria@example.org', number)).toHaveLength(1);
  });

  it('do not prevent a withdrawal when a neighbour has used up the limit', async () => {
    const browser = newcomer();
    for (let n = 0; n < 5; n += 1) await declare(browser, { email: `neighbour${n}@example.org` });
    const { number, mail } = await declare(browser, { email: 'sixth@example.org' });
    expect(mail).toBe('withheld');
    expect(await received('sixth@example.org', number)).toEqual([]);
  });

  it('go to the buyer with the whole text, beyond all limits, and are not counted', async () => {
    const browser = newcomer();
    const { order, email } = await ordered(browser);
    const numbers: string[] = [];
    for (let n = 0; n < 3; n += 1) numbers.push((await declare(newcomer(), { email })).number);
    expect(await declare(newcomer(), { email })).toMatchObject({ mail: 'withheld' });
    await Promise.all(Array.from({ length: 50 }, (_, n) => declare(browser, { email: `n${n}@example.org` })));
    await browser
      .post('/api/withdrawals')
      .send({ ...EVIL, email: STRANGER })
      .expect(429);
    const words = { name: 'Ada Lovelace', message: 'Zweimal bestellt: www.example.org', reference: order };
    for (let n = 0; n < 6; n += 1) {
      const { number, mail } = await declare(browser, { ...words, email: email.toUpperCase() });
      expect(mail).toBe('sent');
      numbers.push(number);
    }
    const found = (await received(email, ...numbers)).filter(({ subject }) => subject.includes('Widerruf'));
    expect(found).toHaveLength(9);
    const whole = found.filter(({ text }) => text.includes('Guten Tag Ada Lovelace,'));
    expect(whole).toHaveLength(6);
    for (const { text } of whole) {
      expect(text).toContain(`Sie haben den Vertrag ${order} widerrufen.`);
      expect(text.replaceAll('\u200b', '')).toContain('Zweimal bestellt: www.example.org');
      expect(text).not.toContain('www.example');
    }
    // The limits still apply if another mailbox uses this order number, or if this mailbox uses another order
    // number.
    await browser
      .post('/api/withdrawals')
      .send({ ...words, email: STRANGER })
      .expect(429);
    await browser
      .post('/api/withdrawals')
      .send({ ...words, email, reference: 'S-AAAAAAAAAA' })
      .expect(429);
  });

  it('do not repeat the text if the order is unpaid or the other party’s', async () => {
    const browser = newcomer();
    const email = `unpaid-${newId()}@example.org`;
    const id = await signedByBoth(browser, { party1Email: email });
    const { order } = await ordered(browser);
    const numbers: string[] = [];
    for (const reference of [id, order])
      numbers.push((await declare(newcomer(), { reference, email })).number);
    const found = await received(email, ...numbers);
    expect(found).toHaveLength(2);
    for (const { text } of found) expect(text).not.toMatch(/Sparkasse|geehrter/);
  });
});

import type TestAgent from 'supertest/lib/agent.js';
import { invitedByLink, linkCall, signedForLink } from '../../steps/link-steps.js';
import { create, mails, payByCard, read, sign, signedByBoth, untilSent } from '../../steps/steps.js';
import { ADMIN_PASSWORD, AUDITOR_PASSWORD, type TestBackend } from '../../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/** The people of the test, each with one browser, and the data that they made. */
export interface World {
  /** Party 1 of agreements that nobody else may read. */
  readonly victim: TestAgent;
  /** Party 1 of other agreements, who also knows the token of one of Party 2's links. */
  readonly attacker: TestAgent;
  readonly auditor: TestAgent;
  readonly admin: TestAgent;
  /** A browser that was logged in as admin and has logged out. */
  readonly former: TestAgent;
  readonly anonymous: TestAgent;
  readonly ndas: Readonly<Record<'victim' | 'attacker', readonly string[]>>;
  /**
   * The two tokens that the attacker knows. One belongs to an open invitation. The other belongs to the link
   * with which one of the attacker's own agreements can be disputed.
   */
  readonly tokens: readonly string[];
  /** A word that is in each text, name and address of the victim, and nowhere else. */
  readonly canary: string;
  readonly vouchers: readonly string[];
  readonly withdrawals: readonly string[];
}

const CANARIES = { victim: 'Kanarienvogel', attacker: 'Rabenvogel' } as const;

/** Returns terms in which every typed text contains the word. */
const termsOf = (word: string): Readonly<Record<string, string>> => ({
  ideaTitle: `${word} fliegt`,
  ideaDescription: `Der ${word} soll geheim bleiben, und niemand sonst soll davon lesen.`,
  party1Name: `${word} Eins`,
  party1Email: `${word.toLowerCase()}.eins@example.org`,
  party2Name: `${word} Zwei`,
  party2Email: `${word.toLowerCase()}.zwei@example.org`,
});

interface Owned {
  readonly browser: TestAgent;
  readonly ids: readonly string[];
  readonly token: string;
}

/**
 * Makes agreements in many states: a draft, a replaced draft, an unpaid agreement, an agreement with an open
 * invitation, a sent agreement, an erased agreement and others.
 */
async function agreementsOf(test: TestBackend, admin: TestAgent, word: string): Promise<Owned> {
  const terms = termsOf(word);
  const { browser, id: open, token } = await invitedByLink(test, { ...terms, split: true });
  const replaced = await create(browser, terms);
  const draft = await create(browser, { ...terms, ideaTitle: `${word} bleibt`, replaces: replaced });
  const unpaid = await signedByBoth(browser, terms);
  await browser
    .post(`/api/ndas/${unpaid}/create-payment-intent`)
    .send({ partyNumber: '1', paymentMode: 'split' })
    .expect(200);
  const { body: voucher } = await admin
    .post('/api/admin/vouchers')
    .send({ recipientName: `${word} Drei` })
    .expect(201);
  const sent = await signedByBoth(browser, terms);
  await payByCard(browser, sent);
  await untilSent(browser, sent);
  const byVoucher = await signedByBoth(browser, terms);
  await browser.post(`/api/ndas/${byVoucher}/apply-voucher`).send({ voucherCode: voucher.code }).expect(200);
  await untilSent(browser, byVoucher);
  const waiting = (await signedForLink(test, terms)).id;
  const erased = await create(browser, terms);
  await sign(browser, erased, 1);
  await admin.delete(`/api/admin/ndas/${erased}`).expect(204);
  return { browser, ids: [open, draft, unpaid, sent, byVoucher, waiting, erased, replaced], token };
}

async function disputeOf(test: TestBackend, word: string): Promise<string> {
  const all = await mails(test.browser());
  const own = all.filter(({ to }) => to.startsWith(word.toLowerCase()));
  return /\/dispute\/([\w-]+)/.exec(own.map(({ text }) => text).join(' '))?.[1] ?? '';
}

async function loggedIn(test: TestBackend, password: string): Promise<TestAgent> {
  const browser = test.browser();
  await browser.post('/api/admin/login').send({ password }).expect(200);
  return browser;
}

/** Returns a browser that still has the cookie of a session that has ended. */
async function loggedOut(test: TestBackend): Promise<TestAgent> {
  const browser = test.browser();
  const { headers } = await browser.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  await test.browser().post('/api/admin/logout').set('cookie', cookie).expect(204);
  return browser;
}

/**
 * Makes at least one row in every table that the service fills automatically, and at least two rows in most
 * of these tables.
 */
export async function makeWorld(test: TestBackend): Promise<World> {
  const admin = await loggedIn(test, ADMIN_PASSWORD);
  const auditor = await loggedIn(test, AUDITOR_PASSWORD);
  const victim = await agreementsOf(test, admin, CANARIES.victim);
  const attacker = await agreementsOf(test, admin, CANARIES.attacker);
  for (const { browser, ids } of [victim, attacker]) {
    await browser.post(`/api/ndas/${ids[1]}/continue-link`).expect(202);
    await admin.get(`/api/ndas/${ids[3]}`).expect(200);
    await auditor.get(`/api/audit/ndas/${ids[3]}/events`).expect(200);
    await test
      .browser()
      .post(linkCall(browser === victim.browser ? victim.token : attacker.token, '/opened'));
  }
  const disputes = [await disputeOf(test, CANARIES.victim), await disputeOf(test, CANARIES.attacker)];
  await test.browser().post(`/api/disputes/${disputes[0]}`).expect(200);
  for (const [{ browser, ids }, word] of [
    [victim, CANARIES.victim],
    [attacker, CANARIES.attacker],
  ] as const) {
    const { orderNumber } = await read(browser, ids[3] ?? '');
    await test
      .browser()
      .post('/api/withdrawals')
      .send({
        name: `${word} Eins`,
        email: `${word.toLowerCase()}.eins@example.org`,
        reference: orderNumber,
        message: `${word} will nicht mehr.`,
      })
      .expect(202);
  }
  await until(async () => (await obligationsOf(admin, 'withdrawal')).length === 2);
  const withdrawals = await obligationsOf(admin, 'withdrawal');
  const unused = await admin.post('/api/admin/vouchers').send({ recipientName: 'Niemand' }).expect(201);
  const deleted = await admin.post('/api/admin/vouchers').send({ recipientName: 'Niemand' }).expect(201);
  await admin.delete(`/api/admin/vouchers/${deleted.body.id}`).expect(204);
  for (const sessionId of ['one', 'two']) {
    const visitor = test.browser();
    await visitor.post('/api/analytics/page-view').send({ page: 'home', sessionId }).expect(202);
    await visitor.post('/api/analytics/funnel-event').send({ eventType: 'view', sessionId }).expect(202);
  }
  await admin.post('/api/audit/verify').expect(202);
  await admin.post('/api/audit/checkpoints').expect(201);
  return {
    victim: victim.browser,
    attacker: attacker.browser,
    auditor,
    admin,
    former: await loggedOut(test),
    anonymous: test.browser(),
    ndas: { victim: victim.ids, attacker: attacker.ids },
    tokens: [attacker.token, disputes[1] ?? ''],
    canary: CANARIES.victim,
    vouchers: [unused.body.id, deleted.body.id],
    withdrawals,
  };
}

async function obligationsOf(admin: TestAgent, kind: string): Promise<string[]> {
  const { body } = await admin.get(`/api/admin/obligations?kind=${kind}`).expect(200);
  return (body.items as { id: string }[]).map(({ id }) => id);
}

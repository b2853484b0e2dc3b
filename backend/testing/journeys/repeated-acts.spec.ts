import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { ndaDecider } from '#src/nda/nda.decider';
import { card, signature, terms } from '../steps/samples.js';
import {
  create,
  invitable,
  invited,
  openIntent,
  payByCard,
  read,
  sign,
  signedByBoth,
  untilSent,
} from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

/**
 * A client that did not get the response to an act repeats the act, and gets the response of the first call
 * (rule:same-act-same-answer).
 */

let test: TestBackend;
let admin: TestAgent;
beforeAll(async () => {
  test = await startTestBackend();
  admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
});
afterAll(() => test.stop());

/** Returns the types of the events that people and providers caused. */
const actsOn = async (id: string): Promise<readonly string[]> =>
  (await test.backend.infrastructure.commands.state(ndaDecider, id)).events
    .filter(({ actor }) => actor !== 'system')
    .map(({ type }) => type);
/**
 * Returns a receipt without `lastCheckpoint`, and without the signature, which covers `lastCheckpoint`. Both
 * fields may differ between two calls, because the service may sign a new checkpoint in between.
 */
const withoutCheckpoint = (receipt: unknown): unknown => ({
  ...(receipt as object),
  lastCheckpoint: undefined,
  signature: undefined,
});
/**
 * Returns a response without the fields that depend on mails. These fields may differ between two calls,
 * because mails are sent in the background.
 */
const withoutMail = (answer: Readonly<Record<string, unknown>>) => ({
  ...answer,
  receipt: withoutCheckpoint(answer['receipt']),
  revision: undefined,
  party2SignatureLinkSentAt: undefined,
  invitationStatus: withoutSending(answer['invitationStatus']),
  status: withoutSending(answer['status']),
});
const withoutSending = (status: unknown): unknown => (status === 'sent' ? 'pending' : status);
const signing = (party: 1 | 2, more: object = {}) => ({
  partyNumber: String(party),
  signature: signature(party),
  ...(party === 1 ? { signatureMode: 'in-person', party1PaysForBoth: false } : {}),
  ...more,
});
const REMOTE = { signatureMode: 'remote', party1PaysForBoth: true };
const newVoucher = async (): Promise<string> =>
  (await admin.post('/api/admin/vouchers').send({}).expect(201)).body.code;

interface Act {
  readonly name: string;
  /** Path below `/api/ndas/{id}/`. */
  readonly call: string;
  /**
   * Makes an NDA and does everything that must precede the act.
   * @returns the NDA's id, and the body of the request for the act
   */
  readonly before: (browser: TestAgent) => Promise<{ id: string; body: object }>;
}

const ACTS: readonly Act[] = [
  {
    name: 'Party 1 signs',
    call: 'sign',
    before: async (browser) => ({ id: await create(browser), body: signing(1) }),
  },
  {
    name: 'Party 1 says what was seen',
    call: 'sign',
    before: async (browser) => {
      const id = await create(browser);
      const { agreementHash } = await read(browser, id);
      return { id, body: signing(1, { agreementHash }) };
    },
  },
  {
    name: 'Party 1 changes mode and payer',
    call: 'sign',
    before: async (browser) => {
      const id = await create(browser);
      await sign(browser, id, 1);
      return { id, body: signing(1, REMOTE) };
    },
  },
  {
    name: 'Party 2 signs',
    call: 'sign',
    before: async (browser) => {
      const id = await create(browser);
      await sign(browser, id, 1);
      return { id, body: signing(2) };
    },
  },
  {
    name: 'a payment is asked for',
    call: 'create-payment-intent',
    before: async (browser) => ({
      id: await signedByBoth(browser),
      body: { partyNumber: '1', paymentMode: 'split' },
    }),
  },
  {
    name: 'a payment is confirmed',
    call: 'confirm-payment',
    before: async (browser) => {
      const id = await create(browser);
      await sign(browser, id, 1);
      const { clientSecret, paymentIntentId } = await openIntent(browser, id);
      for (const _ of ['first', 'again'])
        await browser.post(`/api/sandbox/payments/${clientSecret}/confirm`).send(card).expect(200);
      return { id, body: { paymentIntentId } };
    },
  },
  {
    name: 'a voucher pays',
    call: 'apply-voucher',
    before: async (browser) => {
      const id = await create(browser);
      await sign(browser, id, 1);
      return { id, body: { voucherCode: await newVoucher() } };
    },
  },
  {
    name: 'Party 2 is invited',
    call: 'initiate-remote-signature',
    before: async (browser) => ({ id: await invitable(browser), body: {} }),
  },
  {
    name: 'Party 2 is reminded',
    call: 'resend-remote-invite',
    before: async (browser) => ({ id: await invited(browser), body: {} }),
  },
  {
    name: 'the invitation is cancelled',
    call: 'cancel-remote-invite',
    before: async (browser) => ({ id: await invited(browser), body: {} }),
  },
  {
    name: 'the address of Party 2 is corrected',
    call: 'party2-email',
    before: async (browser) => ({
      id: await invited(browser),
      body: { party2Email: 'thomas.achterberg@example.org' },
    }),
  },
  {
    name: 'the address of Party 1 is corrected',
    call: 'party1-email',
    before: async (browser) => ({
      id: await create(browser),
      body: { party1Email: 'k.brandstetter@example.org' },
    }),
  },
  {
    name: 'other browsers are shut out',
    call: 'end-other-access',
    before: async (browser) => {
      const id = await create(browser);
      await browser.post(`/api/ndas/${id}/continue-link`).expect(202);
      return { id, body: {} };
    },
  },
];

const give = (browser: TestAgent, id: string, { call }: Pick<Act, 'call'>, body: object): Test =>
  browser[call.endsWith('-email') && call !== 'send-email' ? 'patch' : 'post'](
    `/api/ndas/${id}/${call}`,
  ).send(body);

describe('an act whose answer was lost', () => {
  it('is tested here for every call that changes an NDA', async () => {
    const { body: document } = await test.browser().get('/api/openapi.json').expect(200);
    const calls = Object.entries<object>(document.paths)
      .filter(([path, item]) => /^\/api\/(?:ndas|remote-signature)\//.test(path) && !('get' in item))
      .map(([path]) => path.replace('/api/ndas/{id}/', ''));
    // Each request for a link to continue makes a new link, so two requests give two links. A consent is
    // recorded once for each attempt, however often a client sends it. The specs of payments test the
    // consent.
    const others = ['send-email', 'continue-link', 'payment-consent'];
    // The specs of signing-page repeat the calls of Party 2.
    const byLink = [
      'apply-voucher',
      'confirm-payment',
      'create-payment-intent',
      'opened',
      'payment-consent',
      'sign',
    ].map((call) => `/api/remote-signature/{token}/${call}`);
    expect(new Set(calls)).toEqual(new Set([...ACTS.map(({ call }) => call), ...others, ...byLink]));
  });

  it.each(ACTS)('gets the same answer and is recorded once: $name', async (act) => {
    const browser = test.browser();
    const { id, body } = await act.before(browser);
    const { body: lost } = await give(browser, id, act, body).expect(200);
    const acts = await actsOn(id);
    const { body: answer } = await give(browser, id, act, body).expect(200);
    expect(withoutMail(answer)).toEqual(withoutMail(lost));
    expect(await actsOn(id)).toEqual(acts);
  });

  it('gets its first receipt, whatever the service has done in the background since then', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await sign(browser, id, 1);
    await payByCard(browser, id);
    const { body: lost } = await give(browser, id, { call: 'sign' }, signing(2)).expect(200);
    const sent = await untilSent(browser, id);
    const { body: answer } = await give(browser, id, { call: 'sign' }, signing(2)).expect(200);
    const { receipt, ...view } = answer;
    expect(view).toEqual(sent);
    expect(withoutCheckpoint(receipt)).toEqual(withoutCheckpoint(lost.receipt));
  });

  it('is refused as usual if a person has done something since then', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const refused = async (call: string, body: object, code: string) =>
      expect((await give(browser, id, { call }, body).expect(409)).body.code).toBe(code);
    await sign(browser, id, 1);
    await give(browser, id, { call: 'sign' }, signing(1, REMOTE)).expect(200);
    await openIntent(browser, id);
    await refused('sign', signing(1, REMOTE), 'already_signed');
    await give(browser, id, { call: 'sign' }, signing(1)).expect(200);
    const voucherCode = await newVoucher();
    await give(browser, id, { call: 'apply-voucher' }, { voucherCode }).expect(200);
    await refused('sign', signing(1), 'already_signed');
    await sign(browser, id, 2);
    await refused('apply-voucher', { voucherCode }, 'already_paid');
    await refused('sign', signing(1), 'nda_final');
  });

  it('is refused if its content has changed', async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    const other = give(browser, id, { call: 'sign' }, signing(2, { signature: signature(9) }));
    expect((await other.expect(409)).body.code).toBe('nda_final');
    await give(browser, id, { call: 'apply-voucher' }, { voucherCode: await newVoucher() }).expect(200);
    const another = give(browser, id, { call: 'apply-voucher' }, { voucherCode: await newVoucher() });
    expect((await another.expect(409)).body.code).toBe('already_paid');
  });

  it('does no harm if it records nothing, or is identified by its key', async () => {
    const browser = test.browser();
    const key = 'a key that is long enough';
    const creation = () => browser.post('/api/ndas').set('idempotency-key', key).send(terms).expect(201);
    const [lost, answer] = [await creation(), await creation()];
    expect(answer.body).toEqual(lost.body);
    const { id } = lost.body;
    await sign(browser, id, 1);
    await sign(browser, id, 2);
    await payByCard(browser, id);
    await browser.post(`/api/ndas/${id}/send-email`).expect(202);
    await untilSent(browser, id);
    await browser.post(`/api/ndas/${id}/send-email`).expect(200);
    for (const _ of ['first', 'again']) await browser.post('/api/forget-device').expect(204);
  });
});

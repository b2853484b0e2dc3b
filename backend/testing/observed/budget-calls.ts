import type TestAgent from 'supertest/lib/agent.js';
import type { BuiltBackend } from '../backend/built-backend.js';
import { type BodySchema, LARGEST_SIGNATURE, longest } from '../faults/hostile-bodies.js';
import { ROUTES } from '../steps/routes.js';
import { signature, terms } from '../steps/samples.js';
import {
  create,
  invitable,
  invited,
  mails,
  openIntent,
  payByCard,
  signedByBoth,
  untilSent,
} from '../steps/steps.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/** The caller, ids and body with which a call of a route succeeds. */
export interface BudgetCall {
  readonly by: TestAgent;
  /** Values of the path parameters, by name. */
  readonly names: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const OF_ADMIN = /^\/api\/(?:admin|audit|analytics\/summary)/;

/**
 * Makes those parts of a call that differ from the defaults. It runs again before each call, because a call
 * may use up the records that it needs.
 */
type Special = () => Promise<Partial<BudgetCall>>;

export interface BudgetCalls {
  /**
   * Returns the ways to call a route, by name. Each way is a function, which runs again before every call,
   * because a call may use up the records that it needs.
   */
  of(method: string, path: string): ReadonlyMap<string, () => Promise<BudgetCall>>;
  /** A sealed document. */
  readonly document: Buffer;
}

/**
 * Makes an NDA with the longest terms. Both parties have signed the NDA with the largest accepted signatures.
 * @returns its id
 */
async function longestNda(browser: TestAgent, schema: BodySchema): Promise<string> {
  const id = await create(browser, longest(terms, schema));
  for (const partyNumber of ['1', '2'])
    await browser
      .post(`/api/ndas/${id}/sign`)
      .send({
        partyNumber,
        signature: LARGEST_SIGNATURE,
        ...(partyNumber === '1' ? { signatureMode: 'in-person', party1PaysForBoth: false } : {}),
      })
      .expect(200);
  return id;
}

/** Makes the records that the calls need. @param ofTerms schema of the body that creates an NDA */
export async function prepareBudgetCalls(backend: BuiltBackend, ofTerms: BodySchema): Promise<BudgetCalls> {
  const [browser, admin, visitor] = [backend.browser(), backend.browser(), backend.browser()];
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  const issue = async (): Promise<{ id: string; code: string }> =>
    (await admin.post('/api/admin/vouchers').send({}).expect(201)).body;

  const sent = await longestNda(browser, ofTerms);
  const { party1PaymentIntentId: paymentIntentId } = await payByCard(browser, sent);
  await untilSent(browser, sent);
  // Rendering a document of the longest NDA takes seconds of CPU time. Only `npm run test:long` measures
  // this.
  const unpaid = await (isLongRun() ? longestNda(browser, ofTerms) : signedByBoth(browser));
  const { id: voucher } = await issue();
  const { body: document } = await browser.get(`/api/ndas/${sent}/pdf`).buffer(true).expect(200);

  const [, dispute] =
    /\/dispute\/([\w-]+)/.exec((await mails(visitor)).map(({ text }) => text).join(' ')) ?? [];
  await visitor.post(`/api/disputes/${dispute}`).expect(200);
  const obligation = await until<string>(async () => {
    const { body } = await admin.get('/api/admin/obligations?kind=dispute').expect(200);
    return body.items[0]?.id;
  });

  const { body: history } = await admin.get(`/api/audit/ndas/${sent}/events`).expect(200);
  const eventHash: string = history.items[0].hash;
  await admin.post('/api/audit/checkpoints').expect(201);
  await until(async () => (await visitor.get(`/api/receipts/${eventHash}`)).status === 200);

  const specials: Readonly<Record<string, Readonly<Record<string, Special>>>> = {
    'get /api/receipts/{eventHash}': { somebody: async () => ({ names: { eventHash } }) },
    'get /api/ndas/{id}': { 'its creator': async () => ({}), 'the admin': async () => ({ by: admin }) },
    'get /api/ndas/{id}/pdf': {
      'its creator': async () => ({}),
      'the admin, before it is sealed': async () => ({ by: admin, names: { id: unpaid } }),
    },
    'post /api/ndas/{id}/sign': {
      'its creator': async () => ({
        names: { id: await create(browser) },
        body: {
          partyNumber: '1',
          signature: signature(),
          signatureMode: 'in-person',
          party1PaysForBoth: false,
        },
      }),
    },
    'post /api/ndas/{id}/create-payment-intent': {
      'its creator': async () => ({ names: { id: unpaid } }),
    },
    'post /api/ndas/{id}/confirm-payment': {
      'its creator': async () => ({ body: { paymentIntentId } }),
    },
    'post /api/ndas/{id}/apply-voucher': {
      'its creator': async () => ({
        names: { id: await signedByBoth(browser) },
        body: { voucherCode: (await issue()).code, partyNumber: '1' },
      }),
    },
    'post /api/ndas/{id}/initiate-remote-signature': {
      'its creator': async () => ({ names: { id: await invitable(browser) } }),
    },
    'post /api/ndas/{id}/resend-remote-invite': {
      'its creator': async () => ({ names: { id: await invited(browser) } }),
    },
    'post /api/ndas/{id}/cancel-remote-invite': {
      'its creator': async () => ({ names: { id: await invited(browser) } }),
    },
    'patch /api/ndas/{id}/party2-email': {
      'its creator': async () => ({ names: { id: await invited(browser) } }),
    },
    'patch /api/ndas/{id}/party1-email': {
      'its creator': async () => ({ names: { id: await create(browser) } }),
    },
    'post /api/ndas/{id}/continue-link': {
      'its creator': async () => ({ names: { id: await create(browser) } }),
    },
    'post /api/sandbox/payments/{clientSecret}/confirm': {
      'its creator': async () => ({
        names: { clientSecret: (await openIntent(browser, await signedByBoth(browser))).clientSecret },
      }),
    },
    'post /api/forget-device': { somebody: async () => ({ by: visitor }) },
    'post /api/admin/login': {
      'the admin': async () => ({ by: visitor, body: { password: ADMIN_PASSWORD } }),
      'a stranger': async () => ({ by: visitor }),
    },
    'post /api/admin/logout': { somebody: async () => ({ by: visitor }) },
    'post /api/admin/obligations/{id}/close': { 'the admin': async () => ({ names: { id: obligation } }) },
    'delete /api/admin/ndas/{id}': { 'the admin': async () => ({ names: { id: await create(browser) } }) },
    'delete /api/admin/vouchers/{id}': { 'the admin': async () => ({ names: { id: (await issue()).id } }) },
  };
  return {
    of: (method, path) => {
      const isOfAdmin = OF_ADMIN.test(path);
      const usual: BudgetCall = {
        by: isOfAdmin ? admin : browser,
        names: { id: path.includes('/vouchers/') ? voucher : sent, party: '1', token: 'x'.repeat(43) },
        body: ROUTES.find((route) => route.method === method && route.path === path)?.body ?? {},
      };
      const ways = specials[`${method} ${path}`] ?? { somebody: async () => ({}) };
      return new Map(
        Object.entries(ways).map(([name, way]) => [name, async () => ({ ...usual, ...(await way()) })]),
      );
    },
    document,
  };
}

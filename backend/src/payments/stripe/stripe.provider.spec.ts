import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { newId } from '../../platform/crypto/ids.js';
import type { IntentReport, IntentRequest } from '../provider.js';
import { providerContract } from '../testing/provider-contract.js';
import { APP, type RunningStripe, runningStripe } from './testing/running-stripe.js';

const ofStripe = (running: object): RunningStripe => running as RunningStripe;
const UNDECIDED = '4000 0000 0000 7777';

describe('Stripe, like every provider', () => {
  providerContract(runningStripe, {
    keyLifeMs: DAY_MS,
    cardLastDigits: '4242',
    undecided: {
      leave: async (running, clientSecret) =>
        void ofStripe(running).double.books.confirm({ clientSecret, card: UNDECIDED }),
      decide: async (running, id) => ofStripe(running).double.books.settle(id, 'succeeded'),
    },
    failing: (running, isKept) => {
      const failure = { failure: 500, kept: isKept };
      ofStripe(running).double.faults.push(...(isKept ? [failure] : [failure, failure, failure]));
    },
  });
});

describe('Stripe', () => {
  let running: RunningStripe;
  beforeAll(async () => {
    running = await runningStripe();
  });
  afterAll(() => running.stop());
  beforeEach(() => {
    running.clock.advance(2 * DAY_MS);
    running.double.requests.length = 0;
  });

  const asking = (changes: Partial<IntentRequest> = {}): IntentRequest => {
    const ndaId = newId();
    const about = { ndaId, party: 2, attempt: 3, amount: 199, currency: 'EUR' } as const;
    return { ...about, idempotencyKey: `${ndaId}:2:199:3`, ...changes };
  };
  const opened = () => running.provider.open(asking());
  const paid = async (): Promise<string> => {
    const { paymentIntentId, clientSecret } = await opened();
    await running.pay(clientSecret);
    return paymentIntentId;
  };
  const lookUp = async (id: string): Promise<IntentReport | undefined> => running.provider.lookUp(id);
  const calls = () =>
    running.double.requests.map(({ method, path }) => `${method} ${path.replace(/pi_\w+/, ':id')}`);

  it('sends the data of an intent, and nothing else', async () => {
    const asked = asking();
    await running.provider.open(asked);
    const [request] = running.double.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/payment_intents',
      apiVersion: '2026-10-28.endive',
    });
    expect(request?.idempotencyKey).toBe(asked.idempotencyKey);
    expect(request?.form).toEqual({
      amount: '199',
      currency: 'eur',
      'allowed_payment_method_types[0]': 'card',
      'metadata[app]': APP,
      'metadata[nda]': asked.ndaId,
      'metadata[party]': '2',
      'metadata[attempt]': '3',
    });
  });

  it('sends no data about this machine or earlier calls', async () => {
    await opened();
    await opened();
    const headers = running.double.requests[1]?.headers ?? {};
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
    const client = JSON.parse(String(headers['x-stripe-client-user-agent'])) as object;
    for (const member of ['platform', 'uname', 'hostname', 'telemetry_id'])
      expect(client).not.toHaveProperty(member);
  });

  it('accepts cards only', async () => {
    const { paymentIntentId } = await opened();
    const intent = await running.stripe.paymentIntents.retrieve(paymentIntentId);
    expect(intent.payment_method_types).toEqual(['card']);
  });

  it('needs one call to look up an intent without refunds or disputes', async () => {
    await lookUp(await paid());
    expect(calls()).toEqual(['POST /v1/payment_intents', 'GET /v1/payment_intents/:id']);
  });

  it.each(['', 'pi_', 'pi_1/cancel', '../refunds', 'pi_\u00fc', `pi_${'x'.repeat(5_000)}`, 'cs_1'])(
    'does not call Stripe for %s, which is no id',
    async (id) => {
      expect(await lookUp(id)).toBeUndefined();
      expect(await running.provider.cancel(id)).toBeUndefined();
      expect(calls()).toEqual([]);
    },
  );

  it('reports the received amount, not the requested one', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    running.double.books.confirm({ clientSecret, card: '4242424242424242' }, { received: 120 });
    expect(await lookUp(paymentIntentId)).toMatchObject({ status: 'succeeded', amount: 120 });
  });

  it('names the currency as the port does', async () => {
    const { id } = running.double.books.make({
      amount: 500,
      currency: 'usd',
      metadata: { app: APP, nda: newId(), party: '1', attempt: '1' },
      allowedTypes: ['card'],
    });
    expect(await lookUp(id)).toMatchObject({ amount: 500, currency: 'USD', party: 1 });
  });

  it('does not cancel an intent that was paid in between', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    const payNow = () => void running.double.books.confirm({ clientSecret, card: '4242424242424242' });
    running.double.faults.push('none', { before: payNow });
    expect(await running.provider.cancel(paymentIntentId)).toMatchObject({
      status: 'succeeded',
      amount: 199,
    });
  });

  it('does not request the cancellation of an intent that is over, or of another application', async () => {
    const id = await paid();
    const { paymentIntentId } = await opened();
    await running.provider.cancel(paymentIntentId);
    const undecided = await opened();
    running.double.books.confirm({ clientSecret: undecided.clientSecret, card: UNDECIDED });
    running.double.requests.length = 0;
    for (const one of [id, paymentIntentId, undecided.paymentIntentId]) await running.provider.cancel(one);
    expect(calls()).toEqual([1, 2, 3].map(() => 'GET /v1/payment_intents/:id'));
  });

  describe('a declined card', () => {
    it('is distinguished from the next one, and reported in the same way each time', async () => {
      const { paymentIntentId, clientSecret } = await opened();
      const seen: (string | undefined)[] = [];
      for (const declines of [1, 2]) {
        await running.decline(clientSecret);
        const report = await lookUp(paymentIntentId);
        expect(report).toMatchObject({ status: 'declined', code: 'card_declined', declines });
        expect(await lookUp(paymentIntentId)).toEqual(report);
        seen.push(report?.occurrence);
      }
      expect(new Set(seen).size).toBe(2);
      expect(seen).toEqual([expect.stringMatching(/^ch_/), expect.stringMatching(/^ch_/)]);
    });

    it('is reported with the public code of Stripe, not with that of the bank', async () => {
      const { paymentIntentId, clientSecret } = await opened();
      const card = '4000 0000 0000 9979';
      expect(() => running.double.books.confirm({ clientSecret, card })).toThrow('card_declined');
      const report = await lookUp(paymentIntentId);
      expect(report?.code).toBe('card_declined');
      expect(JSON.stringify(report)).not.toContain('stolen');
    });

    it('without authentication counts once, however often it is tried', async () => {
      const { paymentIntentId, clientSecret } = await opened();
      for (const _ of [1, 2, 3]) {
        const confirm = { clientSecret, card: '4000002500003155', authenticated: false };
        expect(() => running.double.books.confirm(confirm)).toThrow('authentication_failure');
      }
      const report = await lookUp(paymentIntentId);
      expect(report).toMatchObject({ code: 'payment_intent_authentication_failure', declines: 1 });
      expect(report).not.toHaveProperty('occurrence');
    });
  });

  describe('refunds', () => {
    it('add up even if two have the same amount', async () => {
      const id = await paid();
      running.double.books.refund(id, 50);
      expect(await lookUp(id)).toMatchObject({ status: 'succeeded', amount: 199, refunded: 50 });
      running.double.books.refund(id, 50);
      expect(await lookUp(id)).toMatchObject({ amount: 199, refunded: 100 });
    });

    it('count while they are under way, and no longer once they failed', async () => {
      const id = await paid();
      const { books } = running.double;
      books.refund(id, 50);
      const second = books.refund(id, 149, 'pending');
      expect(await lookUp(id)).toMatchObject({ refunded: 199 });
      books.settleRefund(second);
      expect(await lookUp(id)).toMatchObject({ refunded: 199 });
      books.failRefund(second);
      expect(await lookUp(id)).toMatchObject({ refunded: 50, status: 'succeeded' });
    });

    it('all count even if they fill more than a page', async () => {
      const id = await paid();
      for (let n = 0; n < 130; n += 1) running.double.books.refund(id, 1);
      expect(await lookUp(id)).toMatchObject({ refunded: 130 });
    });
  });

  describe('a dispute', () => {
    const opening = async (status: string, amount = 199): Promise<[string, string]> => {
      const id = await paid();
      return [id, running.double.books.openDispute(id, status, amount)];
    };
    const chargeback = async (id: string) => (await lookUp(id))?.chargeback;

    it.each([
      ['needs_response', 'opened'],
      ['under_review', 'opened'],
      ['a_state_of_later', 'opened'],
      ['won', 'won'],
      ['lost', 'lost'],
      ['appeal_needs_response', 'lost'],
      ['appeal_under_review', 'lost'],
      ['warning_closed', 'won'],
    ])('that is %s is %s', async (status, state) => {
      const [id] = await opening(status, 120);
      expect(await chargeback(id)).toEqual({ state, amount: 120, currency: 'EUR', disputes: 1 });
    });

    it.each(['warning_needs_response', 'warning_under_review', 'prevented'])(
      'that is %s took no money',
      async (status) => {
        const [id] = await opening(status);
        expect(await chargeback(id)).toBeNull();
      },
    );

    it('continues from an inquiry to its end', async () => {
      const [id, dispute] = await opening('needs_response');
      running.double.books.closeDispute(dispute, 'won');
      expect(await chargeback(id)).toMatchObject({ state: 'won' });
      running.double.books.openDispute(id, 'needs_response', 99);
      const opened = { state: 'opened', amount: 99, currency: 'EUR', disputes: 2, undecided: 99 };
      expect(await chargeback(id)).toEqual(opened);
      running.double.books.openDispute(id, 'warning_needs_response', 1);
      expect(await chargeback(id)).toMatchObject({ disputes: 2, undecided: 99 });
      running.double.books.openDispute(id, 'lost', 100);
      const lost = { state: 'lost', amount: 100, currency: 'EUR', disputes: 3, undecided: 99 };
      expect(await chargeback(id)).toEqual(lost);
    });
  });

  describe('an intent of another application', () => {
    it.each([
      ['at another host', { app: 'other.example' }],
      ['of another program', { app: undefined }],
      ['without an NDA', { nda: '1; DROP' }],
      ['without a party', { party: '3' }],
      ['without an attempt', { attempt: '0' }],
    ])('%s is unknown, and ignored', async (_, change) => {
      const metadata = { app: APP, nda: newId(), party: '1', attempt: '1', ...change };
      const known = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
      const about = { amount: 199, currency: 'eur', allowedTypes: ['card'] };
      const from = running.clock.now();
      const intent = running.double.books.make({ ...about, metadata: known as Record<string, string> });
      expect(await lookUp(intent.id)).toBeUndefined();
      expect(await running.provider.reopen(intent.id)).toBeUndefined();
      expect(await running.provider.cancel(intent.id)).toBeUndefined();
      expect(intent.status).toBe('requires_payment_method');
      expect(await listed(from)).toEqual([]);
    });
  });

  const listed = async (from: Date): Promise<string[]> => {
    const ids: string[] = [];
    const until = new Date(from.getTime() + DAY_MS);
    for await (const report of running.provider.list({ from, until })) ids.push(report.paymentIntentId);
    return ids;
  };

  it('lists hundreds of intents in the order of creation, with one page in memory at a time', async () => {
    const from = running.clock.now();
    const ours: string[] = [];
    for (let n = 0; n < 253; n += 1) {
      if (n % 50 === 0) running.clock.advance(HOUR_MS);
      const isOther = n % 10 === 0;
      const app = isOther ? 'other.example' : APP;
      const metadata = { app, nda: newId(), party: '1', attempt: '1' };
      const { id } = running.double.books.make({
        amount: 199,
        currency: 'eur',
        metadata,
        allowedTypes: ['card'],
      });
      if (!isOther) ours.push(id);
    }
    expect(await listed(from)).toEqual(ours);
    const pages = running.double.requests.filter(({ path }) => path === '/v1/payment_intents');
    expect(pages.map(({ form }) => form['limit'])).toEqual(pages.map(() => '100'));
    expect(pages).toHaveLength(6);
    expect(running.double.requests).toHaveLength(7);
  });
});

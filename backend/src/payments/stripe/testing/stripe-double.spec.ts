import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import { DAY_MS } from '@siegel/contracts/limits';
import { newId } from '../../../platform/crypto/ids.js';
import { type RunningStripe, runningStripe } from './running-stripe.js';
import { signedEvent } from './double-events.js';

const SECRET = 'whsec_test';

interface Heard {
  readonly payload: string;
  readonly signature: string;
}

describe('the double of Stripe', () => {
  let running: RunningStripe;
  let endpoint: Server;
  const heard: Heard[] = [];
  let answers = 200;
  beforeAll(async () => {
    running = await runningStripe();
    endpoint = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const payload = Buffer.concat(chunks).toString('utf8');
        heard.push({ payload, signature: String(request.headers['stripe-signature']) });
        response.writeHead(answers).end();
      });
    });
    await new Promise<void>((resolve) => {
      endpoint.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(async () => {
    await running.stop();
    endpoint.closeAllConnections();
    await new Promise((resolve) => {
      endpoint.close(resolve);
    });
  });
  beforeEach(() => {
    heard.length = 0;
    answers = 200;
    const { port } = endpoint.address() as AddressInfo;
    running.double.webhooks.webhookTo({ url: `http://127.0.0.1:${port}/`, secret: SECRET });
  });

  const opened = () => {
    const ndaId = newId();
    const about = { ndaId, party: 1, attempt: 1, amount: 199, currency: 'EUR' } as const;
    return running.provider.open({ ...about, idempotencyKey: `${ndaId}:1:199:1` });
  };
  const asked = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${running.double.url}${path}`, init);
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const types = () => heard.map(({ payload }) => (JSON.parse(payload) as Stripe.Event).type);

  it('is paid from a browser, step by step', async () => {
    const { paymentIntentId: id, clientSecret } = await opened();
    const confirm = (card: string, more: object = {}) =>
      asked('/double/confirm', { clientSecret, card, ...more });
    const declined = await confirm('4000 0000 0000 0002');
    expect(declined).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } });
    expect(declined.body['error']).toMatchObject({ payment_intent: { status: 'requires_payment_method' } });
    const asks = '4000 0025 0000 3155';
    expect(await confirm(asks)).toMatchObject({ status: 200, body: { status: 'requires_action' } });
    expect((await confirm(asks, { authenticated: true })).body).toMatchObject({ id, status: 'succeeded' });
    expect(await confirm('4242 4242 4242 4242')).toMatchObject({ status: 400 });
    expect((await confirm('1234')).status).toBe(400);
    expect((await asked('/double/confirm', { clientSecret: 'x', card: '4242' })).status).toBe(404);
  });

  it('returns only the public data to a browser that has the secret', async () => {
    const { paymentIntentId, clientSecret } = await opened();
    const path = `/v1/payment_intents/${paymentIntentId}?key=pk_test_double`;
    const { body } = await asked(`${path}&client_secret=${clientSecret}`);
    expect(body).toMatchObject({ id: paymentIntentId, status: 'requires_payment_method', amount: 199 });
    expect(body).not.toHaveProperty('metadata');
    for (const wrong of [path, `${path}&client_secret=x`]) expect((await asked(wrong)).status).toBe(404);
    expect((await asked('/v1/payment_intents?key=pk_test_double')).status).toBe(401);
    expect((await asked('/v1/payment_intents?key=pk_of_others')).status).toBe(401);
  });

  it('signs its events as Stripe does', async () => {
    const { clientSecret, paymentIntentId } = await opened();
    await running.pay(clientSecret);
    await running.double.webhooks.settled();
    const [event] = heard;
    const { webhooks } = running.stripe;
    const [payload, signature] = [event?.payload ?? '', event?.signature ?? ''];
    const at = running.clock.now().getTime();
    const read = webhooks.constructEvent(payload, signature, SECRET, undefined, undefined, at);
    expect(read).toMatchObject({
      type: 'payment_intent.succeeded',
      data: { object: { id: paymentIntentId } },
    });
    const changed = event?.payload.replace('199', '198') ?? '';
    expect(() => webhooks.constructEvent(changed, event?.signature ?? '', SECRET)).toThrow('signature');
    const old = signedEvent(read, SECRET, new Date(Date.now() - DAY_MS));
    expect(() => webhooks.constructEvent(old.payload, old.signature, SECRET)).toThrow('tolerance');
  });

  it('sends each event once, and again on request', async () => {
    answers = 500;
    const { clientSecret, paymentIntentId: id } = await opened();
    const { books, webhooks } = running.double;
    await running.decline(clientSecret);
    await running.pay(clientSecret);
    const refund = books.refund(id, 50, 'pending');
    books.settleRefund(refund);
    books.failRefund(refund);
    const dispute = books.openDispute(id, 'warning_needs_response');
    books.escalateDispute(dispute);
    books.closeDispute(dispute, 'won');
    await running.provider.cancel((await opened()).paymentIntentId);
    const other = await opened();
    books.confirm({ clientSecret: other.clientSecret, card: '4000 0000 0000 7777' });
    books.settle(other.paymentIntentId, 'failed');
    await webhooks.settled();
    const expected = [
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.updated',
      'charge.refund.updated',
      'refund.updated',
      'refund.failed',
      'charge.refund.updated',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
      'payment_intent.canceled',
      'payment_intent.processing',
      'payment_intent.payment_failed',
    ];
    expect([...types()].sort()).toEqual([...expected].sort());
    expect(running.double.events.slice(-expected.length).map(({ type }) => type)).toEqual(expected);
    expect(webhooks.deliveries.slice(-expected.length).map(({ status }) => status)).toEqual(
      expected.map(() => 500),
    );
    const [first] = running.double.events;
    answers = 200;
    expect(first && (await webhooks.deliver(first))).toBe(200);
  });

  it('refuses the same calls as the API', async () => {
    const { paymentIntents } = running.stripe;
    const refused = async (params: object) =>
      paymentIntents.create({ amount: 199, currency: 'eur', ...params }).then(
        () => 'made',
        (error: Stripe.errors.StripeError) => error.code,
      );
    expect(await refused({ payment_method_types: ['card'] })).toBe(
      'payment_method_types_no_longer_supported',
    );
    expect(await refused({ amount: 49 })).toBe('amount_too_small');
    expect(await refused({ amount: 1.5 })).toBe('parameter_invalid_integer');
    expect(await refused({ amount: undefined })).toBe('parameter_missing');
    expect(await refused({ currency: 'EUR' })).toBe('parameter_missing');
    expect(await refused({ receipt_emial: 'x' })).toBe('parameter_unknown');
    await expect(paymentIntents.list({ limit: 101 })).rejects.toThrow(/parameter_invalid_integer/);
    await expect(paymentIntents.list({ starting_after: 'pi_none' })).rejects.toThrow(/resource_missing/);
  });
});

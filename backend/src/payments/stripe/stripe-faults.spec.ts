import { inspect } from 'node:util';
import StripeSdk from 'stripe';
import { newId } from '../../platform/crypto/ids.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { type IntentRequest, NothingMade, ProviderFailed, RefusedForNow } from '../provider.js';
import { STRIPE_API_VERSION, stripeClient } from './stripe-client.js';
import { failureToMake, providerFailed } from './stripe-faults.js';
import type { DoubleFault } from './testing/stripe-double.js';
import { type RunningStripe, runningStripe } from './testing/running-stripe.js';

const TIMEOUT_MS = scaledTimeout(250);
const late: DoubleFault = { lateMs: 3 * TIMEOUT_MS };

describe('a call of Stripe that fails', () => {
  let running: RunningStripe;
  /** A client with a short timeout, for calls to which Stripe never responds. */
  let hasty: RunningStripe;
  beforeAll(async () => {
    running = await runningStripe();
    hasty = await runningStripe(TIMEOUT_MS);
  });
  afterAll(() => Promise.all([running.stop(), hasty.stop()]));
  beforeEach(() => {
    for (const { double } of [running, hasty]) double.requests.length = double.faults.length = 0;
  });

  const asking = (): IntentRequest => {
    const ndaId = newId();
    const about = { ndaId, party: 1, attempt: 1, amount: 199, currency: 'EUR' } as const;
    return { ...about, idempotencyKey: `${ndaId}:1:199:1` };
  };
  const failing = async (
    request: IntentRequest,
    faults: readonly DoubleFault[],
    { double, provider } = running,
  ): Promise<Error> => {
    double.faults.push(...faults);
    const outcome: unknown = await provider.open(request).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) throw new Error('it did not fail');
    return outcome;
  };
  const keys = ({ double }: RunningStripe) => double.requests.map(({ idempotencyKey }) => idempotencyKey);
  const madeFor = ({ double }: RunningStripe, { ndaId }: IntentRequest) =>
    double.books.all.filter(({ metadata }) => metadata['nda'] === ndaId).map(({ id }) => id);

  it.each<[string, () => RunningStripe, DoubleFault, DoubleFault]>([
    ['cut before the request was handled, and after', () => running, 'cut before', 'cut after'],
    ['answered too late, and not at all', () => hasty, late, 'silence'],
    [
      'failed, and busy',
      () => running,
      { failure: 503 },
      { status: 409, type: 'api_error', code: 'lock_timeout' },
    ],
  ])('is repeated under its key: %s', async (_, which, first, second) => {
    const request = asking();
    which().double.faults.push(first, second);
    const { paymentIntentId } = await which().provider.open(request);
    expect(keys(which())).toEqual([1, 2, 3].map(() => request.idempotencyKey));
    expect(madeFor(which(), request)).toEqual([paymentIntentId]);
  });

  it.each<[string, () => RunningStripe, DoubleFault]>([
    ['late', () => hasty, late],
    ['cut', () => running, 'cut after'],
    ['silent', () => hasty, 'silence'],
  ])('is given up after two repetitions, and continues later: %s', async (_, which, fault) => {
    const request = asking();
    const failed = await failing(request, [fault, fault, fault], which());
    expect(failed).toBeInstanceOf(ProviderFailed);
    expect(failed).not.toBeInstanceOf(NothingMade);
    expect(keys(which())).toHaveLength(3);
    const { paymentIntentId } = await which().provider.open(request);
    expect(madeFor(which(), request)).toEqual([paymentIntentId]);
  });

  it.each([
    ['key is wrong', 401, 'invalid_request_error', undefined],
    ['key lacks permission', 403, 'invalid_request_error', undefined],
    ['limit is reached', 429, 'invalid_request_error', 'rate_limit'],
  ])('leaves the attempt open if our %s', async (_, status, type, code) => {
    const request = asking();
    const failed = await failing(request, [{ status, type, ...(code === undefined ? {} : { code }) }]);
    expect(failed).toBeInstanceOf(ProviderFailed);
    expect(failed).not.toBeInstanceOf(NothingMade);
    expect((await running.provider.open(request)).paymentIntentId).toMatch(/^pi_/);
  });

  it('leaves the attempt open if the key is being used by another call', async () => {
    const request = asking();
    const inUse: DoubleFault = { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' };
    const failed = await failing(request, [inUse, inUse, inUse]);
    expect(failed).toBeInstanceOf(ProviderFailed);
    expect(failed).not.toBeInstanceOf(NothingMade);
    expect((await running.provider.open(request)).paymentIntentId).toMatch(/^pi_/);
  });

  it.each([
    ['a wrong request', 400, 'invalid_request_error', 'amount_too_small'],
    ['a card', 402, 'card_error', 'card_declined'],
  ])(
    'makes nothing if it is refused for %s, and makes the intent under the same key later',
    async (...refusal) => {
      const [, status, type, code] = refusal;
      const request = asking();
      for (const nth of [1, 2]) {
        expect(await failing(request, [{ status, type, code }])).toBeInstanceOf(RefusedForNow);
        expect(running.double.requests).toHaveLength(nth);
      }
      const { paymentIntentId } = await running.provider.open(request);
      expect(madeFor(running, request)).toEqual([paymentIntentId]);
    },
  );

  it('can never make anything with its key if Stripe repeats a refusal', async () => {
    const request = asking();
    const refused = { status: 400, type: 'invalid_request_error', code: 'account_invalid', kept: true };
    expect(await failing(request, [refused])).toBeInstanceOf(RefusedForNow);
    for (const _ of [1, 2]) expect(await failing(request, [])).toBeInstanceOf(NothingMade);
    expect(madeFor(running, request)).toEqual([]);
  });

  it.each(['reopen', 'lookUp', 'cancel'] as const)('fails in the same way for %s', async (call) => {
    const { paymentIntentId } = await running.provider.open(asking());
    running.double.faults.push('cut before', 'cut before', 'cut before');
    await expect(running.provider[call](paymentIntentId)).rejects.toBeInstanceOf(ProviderFailed);
    running.double.faults.push('none', { failure: 500 });
    const again = running.provider[call](paymentIntentId);
    expect(await again).toMatchObject({ paymentIntentId });
  });

  it('fails in the same way for a list, at any place in it', async () => {
    await running.provider.open(asking());
    await running.provider.open(asking());
    const period = { from: new Date(0), until: new Date(running.clock.now().getTime() + 60_000) };
    const walk = async () => {
      let count = 0;
      for await (const _ of running.provider.list(period)) count += 1;
      return count;
    };
    const refused: DoubleFault = { status: 403, type: 'invalid_request_error' };
    for (const before of [[], ['none'], ['none', 'none']] as const) {
      running.double.faults.push(...before, refused);
      await expect(walk()).rejects.toBeInstanceOf(ProviderFailed);
    }
    expect(await walk()).toBeGreaterThan(1);
  });

  it('reports kind, code and number of the call, and none of its text', async () => {
    const intent = running.double.books.make({
      amount: 199,
      currency: 'eur',
      metadata: {},
      allowedTypes: [],
    });
    const raw = {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      message: 'No such thing for Anna Berg with sk_test_double',
      requestId: 'req_1a2B',
      payment_intent: { id: intent.id, client_secret: intent.clientSecret },
    };
    const error = new StripeSdk.errors.StripeInvalidRequestError({ ...raw, statusCode: 400 } as never);
    for (const told of [failureToMake(error), providerFailed(error)]) {
      expect(told.message).toBe('stripe: StripeInvalidRequestError amount_too_small 400 req_1a2B');
      expect(told.cause).toBeUndefined();
      expect(inspect(told, { depth: 9 })).not.toMatch(/Anna|sk_test|secret_/);
    }
    const odd = new StripeSdk.errors.StripeAPIError({ ...raw, code: 'Anna Berg', requestId: 'a b' } as never);
    expect(providerFailed(odd).message).toBe('stripe: StripeAPIError');
    expect(providerFailed(new Error('sk_test_double')).message).toBe('stripe: no answer that can be read');
    const heard = await failing(asking(), [{ status: 400, type: 'invalid_request_error', code: 'odd' }]);
    expect(inspect(heard, { depth: 9 })).not.toMatch(/A text of Stripe|sk_test|Bearer/);
  });
});

describe('the client of Stripe', () => {
  const { secretKey } = { secretKey: 'sk_test_1' };

  it('uses the API version of its SDK', () => expect<string>(STRIPE_API_VERSION).toBe(StripeSdk.API_VERSION));

  it('waits 4 seconds, and tries three times', () => {
    const client = stripeClient({ secretKey });
    expect(client.getApiField('timeout')).toBe(4_000);
    expect(client.getMaxNetworkRetries()).toBe(2);
    expect(client.getTelemetryEnabled()).toBe(false);
  });

  it.each([
    [undefined, 'https', 'api.stripe.com', '443'],
    ['https://stripe.example', 'https', 'stripe.example', '443'],
    ['http://127.0.0.1:12111', 'http', '127.0.0.1', '12111'],
    ['http://[::1]:12111', 'http', '::1', '12111'],
    ['http://localhost', 'http', 'localhost', '80'],
  ])('reaches %s at %s://%s:%s', (apiBase, protocol, host, port) => {
    const client = stripeClient({ secretKey, apiBase });
    const address = ['protocol', 'host', 'port'].map((field) => String(client.getApiField(field as 'host')));
    expect(address).toEqual([protocol, host, port]);
  });
});

import { createHmac } from 'node:crypto';
import request from 'supertest';
import StripeSdk, { type Stripe } from 'stripe';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { problem } from '../../http/testing/problem.js';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../../http/testing/test-app.js';
import type { Keeping } from '../../closed-streams/report-keeper.js';
import type { Logger } from '../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { LOGGER } from '../../platform/wiring/tokens.js';
import { SetClock } from '../../vault/testing/vault-database.js';
import { type IntentReport, ProviderFailed } from '../provider.js';
import { sampleReport } from '../testing/providers.js';
import { StripeWebhook, type WebhookOutcome } from './stripe-webhook.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';
import { NEEDED_EVENTS } from './webhook-events.js';

const PATH = '/api/webhooks/stripe';
const NDA = '0192f0c4-7b1e-7c3d-9a55-0123456789ab';
const [SECRET, NEXT, WRONG] = ['whsec_old', 'whsec_new', 'whsec_other'];

const stripe = new StripeSdk('sk_test_1');
const clock = new SetClock();
const seconds = (): number => Math.floor(clock.now().getTime() / 1000);

const event = (type: string, object: Record<string, unknown>): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
const ofIntent = (what = 'succeeded'): string => event(`payment_intent.${what}`, { id: 'pi_1' });
const signed = (payload: string, { secret = SECRET, at = seconds() } = {}): string =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
/**
 * Returns a header with this time and a valid signature. The signature covers the number that the SDK reads
 * from `time`.
 */
const signedAt = (time: string): string => {
  const payload = `${Number.parseInt(time, 10)}.${ofIntent()}`;
  return `t=${time},v1=${createHmac('sha256', SECRET).update(payload).digest('hex')}`;
};

describe('POST /api/webhooks/stripe', () => {
  let database: TestDatabase;
  let app: TestApp;
  let unconfigured: TestApp;
  const asked: string[] = [];
  const applied: IntentReport[] = [];
  const kept: IntentReport[] = [];
  let keeping: Keeping | undefined;
  const counted: WebhookOutcome[] = [];
  let lookUp: (id: string) => Promise<IntentReport | undefined>;
  let apply: (report: IntentReport) => Promise<undefined>;

  const appWith = (client: Stripe | undefined): Promise<TestApp> =>
    createTestApp({
      database,
      clock,
      controllers: [StripeWebhookController],
      providers: [
        {
          provide: StripeWebhook,
          inject: [LOGGER],
          useFactory: (logger: Logger) =>
            new StripeWebhook({
              stripe: client,
              secrets: [SECRET, NEXT],
              provider: { lookUp: (id) => lookUp(id) },
              reports: { apply: (report) => apply(report) },
              kept: {
                keep: async (report) => {
                  kept.push(report);
                  return keeping;
                },
              },
              clock,
              logger,
              count: (outcome) => void counted.push(outcome),
            }),
        },
      ],
    });
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
    app = await appWith(stripe);
    unconfigured = await appWith(undefined);
  });
  beforeEach(() => {
    for (const list of [asked, applied, kept, counted, app.logs]) list.length = 0;
    lookUp = async (id) => {
      asked.push(id);
      return sampleReport({ ndaId: NDA, paymentIntentId: id });
    };
    apply = async (report) => void applied.push(report);
  });
  afterAll(async () => {
    await app.close();
    await unconfigured.close();
    await database.drop();
  });

  const post = (body: string | Buffer, signature = signed(body.toString()), { server } = app) =>
    request(server)
      .post(PATH)
      .set({ 'content-type': 'application/json', 'stripe-signature': signature })
      // Sends the body unchanged. Without this serializer, the test client would turn a buffer into JSON.
      .serialize((sent: unknown) => sent as string)
      .send(body);

  describe('accepts a signed event', () => {
    it('over the received bytes', async () => {
      const body = ` ${ofIntent()}\r\n`;
      const answer = await post(body);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      expect(applied).toEqual([sampleReport({ ndaId: NDA, paymentIntentId: 'pi_1' })]);
      expect(counted).toEqual(['recorded']);
    });

    it('by either secret while one is being replaced', async () => {
      await post(ofIntent(), signed(ofIntent(), { secret: NEXT })).expect(200);
      expect(applied).toHaveLength(1);
    });

    it('from any origin', async () => {
      await post(ofIntent()).set('origin', 'https://stripe.example').expect(200);
    });

    it.each([
      ['with an empty header', () => ''],
      ['with an unknown secret', () => signed(ofIntent(), { secret: WRONG })],
      ['with another scheme', () => signed(ofIntent()).replace('v1=', 'v0=')],
      ['with a time alone', () => `t=${seconds()}`],
      ['with an unreadable header', () => 't=,v1=,,='],
      ['over another body', () => signed(ofIntent('canceled'))],
      ['longer ago than five minutes', () => signed(ofIntent(), { at: seconds() - 301 })],
      ['more than five minutes ahead', () => signed(ofIntent(), { at: seconds() + 301 })],
      ['a year ahead', () => signed(ofIntent(), { at: seconds() + 366 * 86_400 })],
      ['at no time', () => signedAt('NaN')],
      ['at a time with letters', () => signedAt(`${seconds()}x`)],
      ['at two times', () => `t=1,${signedAt(String(seconds()))}`],
    ])('and refuses one signed %s', async (_, signature) => {
      const answer = await post(ofIntent(), signature());
      expect(answer.status).toBe(400);
      expect(problem(answer)).toMatchObject({ code: 'webhook_signature' });
      expect(asked).toEqual([]);
    });

    it.each([
      ['ago', -300],
      ['ahead', 300],
    ])('five minutes %s', async (_, by) => {
      await post(ofIntent(), signed(ofIntent(), { at: seconds() + by })).expect(200);
    });

    it('only as JSON', async () => {
      await post(ofIntent()).set('content-type', 'text/plain').expect(415);
    });
  });

  it('answers 404 if Stripe is not configured', async () => {
    const answer = await post(ofIntent(), signed(ofIntent()), unconfigured);
    expect(answer.status).toBe(404);
    expect(problem(answer)).toMatchObject({ code: 'not_found' });
  });

  it.each<[string, Record<string, unknown>]>([
    ...NEEDED_EVENTS.map((type): [string, Record<string, unknown>] => [
      type,
      type.startsWith('payment_intent.') ? { id: 'pi_1' } : { id: 'x_1', payment_intent: 'pi_1' },
    ]),
    ['charge.refunded', { id: 'ch_1', payment_intent: { id: 'pi_1' } }],
  ])('looks up the intent of %s', async (type, object) => {
    await post(event(type, object)).expect(200);
    expect(asked).toEqual(['pi_1']);
    expect(applied).toHaveLength(1);
  });

  it.each([
    ['payment_intent.created', { id: 'pi_1' }],
    ['charge.succeeded', { payment_intent: 'pi_1' }],
    ['charge.refunded', { id: 'ch_1', payment_intent: null }],
    ['charge.refunded', { id: 'ch_1' }],
    ['payment_intent.succeeded', {}],
    ['what.comes.next', {}],
  ])('ignores %s of %j', async (type, object) => {
    await post(event(type, object)).expect(200);
    expect(asked).toEqual([]);
    expect(counted).toEqual(['ignored']);
  });

  it('ignores an intent of another application', async () => {
    lookUp = async () => undefined;
    await post(ofIntent()).expect(200);
    expect(applied).toEqual([]);
    expect(counted).toEqual(['ignored']);
  });

  it.each([
    'null',
    '[]',
    '"text"',
    '{}',
    '{"type":"charge.refunded"}',
    '{"type":"charge.refunded","data":{"object":null}}',
    '{',
  ])('refuses %s although it is signed', async (body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(problem(answer)).toMatchObject({ code: 'malformed_json' });
  });

  it.each([
    ['the provider', () => (lookUp = () => Promise.reject(new ProviderFailed('away')))],
    ['the store', () => (apply = () => Promise.reject(new EventStoreUnavailable('away')))],
    ['a key', () => (apply = () => Promise.reject(new RuleBroken('key_unavailable')))],
  ])('answers 503 with Retry-After if %s is unavailable', async (_, breakIt) => {
    breakIt();
    const answer = await post(ofIntent());
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(counted).toEqual([]);
  });

  it.each([
    ['kept', 'kept'],
    ['known', 'kept'],
    ['full', 'not_kept'],
    [undefined, 'ignored'],
  ] as const)('accepts the event of a closed agreement: %s counts as %s', async (found, outcome) => {
    keeping = found;
    apply = () => Promise.reject(new StreamUntrusted(`nda-${NDA}`, { revision: 3, fault: 'mac' }));
    await post(ofIntent()).expect(200);
    expect(kept).toMatchObject([{ ndaId: NDA, paymentIntentId: 'pi_1' }]);
    expect(counted).toEqual([outcome]);
  });

  it('accepts the event of money without an agreement, and logs it for the operator', async () => {
    apply = () => Promise.reject(new RuleBroken('not_found'));
    await post(ofIntent()).expect(200);
    expect(counted).toEqual(['unknown']);
    const lines = app.logs.filter(({ msg }) =>
      String(msg).startsWith('Stripe reports a payment that cannot be recorded'),
    );
    expect(lines).toMatchObject([{ paymentIntentId: 'pi_1', code: 'not_found' }]);
  });
});

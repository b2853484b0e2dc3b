import type Stripe from 'stripe';
import { requestedIntents } from '#src/agreements/owed/requested-intents';
import { ndaStream, type NdaEvent } from '#src/nda/nda.events';
import type { Recorded } from '#src/eventsourcing/journal/event';
import { differences } from '#src/payments/check-payments';
import type { Difference } from '#src/payments/difference-text';
import type { PaymentProvider } from '#src/payments/provider';
import type { DoubleFault, StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { PAYMENT_PROVIDER, STRIPE } from '#src/payments/tokens';
import type { Clock } from '#src/platform/time/clock';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from './test-backend.js';

export const PAYS = '4242 4242 4242 4242';
export const DECLINED = '4000 0000 0000 0002';
/** A card whose payment stays undecided. */
export const STAYS = '4000 0000 0000 7777';

const SECRET = 'whsec_of_the_journey';

/**
 * The whole backend with Stripe's SDK, connected to the double of Stripe's API. The double's events reach the
 * backend.
 */
export interface StripeBackend {
  readonly test: TestBackend;
  readonly stripe: StripeDouble;
  /** After this call, the double's events are lost, so the backend learns of payments only by polling. */
  readonly stopEvents: () => void;
  readonly resumeEvents: () => void;
  /** Makes the next `calls` calls to Stripe fail with this fault. Each call fails in all tries of the SDK. */
  readonly failing: (fault: DoubleFault, calls?: number) => void;
  eventsOf(id: string): Promise<readonly Recorded<NdaEvent>[]>;
  count(id: string, type: NdaEvent['type']): Promise<number>;
  /** Returns the differences that the operator's check finds. */
  found(): Promise<readonly Difference[]>;
  voucher(): Promise<{ readonly id: string; readonly code: string }>;
  stop(): Promise<void>;
}

/** Number of tries that the SDK makes for each call. */
const TRIES = 3;

/** @param timeoutMs milliseconds after which the SDK gives up a try; the SDK's own limit by default */
export async function startStripeBackend(
  stripe: StripeDouble,
  { clock, timeoutMs }: { readonly clock?: Clock; readonly timeoutMs?: number } = {},
): Promise<StripeBackend> {
  const apiBase = await stripe.start();
  const test = await startTestBackend({
    ...(clock === undefined ? {} : { clock }),
    env: {
      PUBLIC_URL: 'http://localhost:3000',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: `whsec_of_yesterday,${SECRET}`,
      STRIPE_API_BASE: apiBase,
    },
  });
  const { app, infrastructure, address } = test.backend;
  const sdk: Stripe = app.get(STRIPE, { strict: false });
  // Without these settings, the SDK waits half a second or more between two tries, by the machine's clock.
  Object.assign(sdk, { getInitialNetworkRetryDelay: () => 0.01, getMaxNetworkRetryDelay: () => 0.01 });
  const field = sdk.getApiField.bind(sdk);
  if (timeoutMs !== undefined)
    Object.assign(sdk, { getApiField: (key: 'timeout') => (key === 'timeout' ? timeoutMs : field(key)) });
  const resumeEvents = () =>
    stripe.webhooks.webhookTo({ url: `${address}/api/webhooks/stripe`, secret: SECRET });
  resumeEvents();
  const admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  const eventsOf = async (id: string) => (await infrastructure.journal.load<NdaEvent>(ndaStream(id))).events;
  return {
    test,
    stripe,
    resumeEvents,
    stopEvents: () => stripe.webhooks.webhookTo(undefined),
    failing: (fault, calls = 1) =>
      void stripe.faults.push(...Array.from({ length: TRIES * calls }, () => fault)),
    eventsOf,
    count: async (id, type) => (await eventsOf(id)).filter((one) => one.type === type).length,
    found: async () => {
      const { commands, pool } = infrastructure;
      const provider: PaymentProvider = app.get(PAYMENT_PROVIDER, { strict: false });
      const asked = (name: string) => requestedIntents(pool, name);
      const until = new Date((clock?.now().getTime() ?? Date.now()) + 60_000);
      const all: Difference[] = [];
      for await (const one of differences(
        { provider, commands, isEnded: () => false, requested: asked },
        { from: new Date(0), until },
      ))
        all.push(one);
      return all;
    },
    voucher: async () => (await admin.post('/api/admin/vouchers').send({}).expect(201)).body,
    stop: async () => {
      await test.stop();
      await stripe.stop();
    },
  };
}

import { Agent } from 'node:http';
import type { Stripe } from 'stripe';
import { SetClock } from '../../../vault/testing/vault-database.js';
import type { KnowsIntent } from '../../known-intents.js';
import type { RunningProvider } from '../../testing/provider-contract.js';
import { stripeClient } from '../stripe-client.js';
import { StripeProvider } from '../stripe.provider.js';
import { DoubleRefusal } from './double-answer.js';
import { StripeDouble } from './stripe-double.js';

export const APP = 'siegel.example';

export interface RunningStripe extends RunningProvider {
  readonly clock: SetClock;
  readonly double: StripeDouble;
  readonly provider: StripeProvider;
  readonly stripe: Stripe;
  /**
   * Returns a provider whose metadata name the host `app`. Tests use it for another application in the same
   * Stripe account, or for this service under a different host.
   * @param knows by default, the log knows no intent
   */
  providerFor(app: string, knows?: KnowsIntent): StripeProvider;
}

/**
 * Starts the test double, and returns a `StripeProvider` that calls it over HTTP through Stripe's real SDK.
 * @param timeoutMs timeout for one try of the SDK
 */
export async function runningStripe(timeoutMs?: number): Promise<RunningStripe> {
  const clock = new SetClock();
  const double = new StripeDouble({ clock });
  const apiBase = await double.start();
  const { secretKey, publishableKey, books } = double;
  const httpAgent = new Agent({ keepAlive: true });
  const stripe = stripeClient({
    secretKey,
    apiBase,
    httpAgent,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  // Without this override the SDK would pause for at least half a second of real time between tries.
  Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0.01, getMaxNetworkRetryDelay: () => 0.01 });
  const as = (app: string, knows: KnowsIntent = async () => false) =>
    new StripeProvider(stripe, { publishableKey, app, knows });
  const provider = as(APP);
  const confirm = async (clientSecret: string, card: string): Promise<void> =>
    void books.confirm({ clientSecret, card });
  return {
    clock,
    double,
    stripe,
    provider,
    providerFor: as,
    pay: (clientSecret) => confirm(clientSecret, '4242 4242 4242 4242'),
    beginToPay: (clientSecret) => confirm(clientSecret, '4000 0025 0000 3155'),
    decline: (clientSecret) =>
      confirm(clientSecret, '4000 0000 0000 0002').catch((error: unknown) => {
        if (!(error instanceof DoubleRefusal && error.status === 402)) throw error;
      }),
    openWithLostAnswer: async (request) => {
      double.faults.push('cut after', 'cut after', 'cut after');
      await provider.open(request).then(
        () => Promise.reject(new Error('its answer was heard')),
        () => {},
      );
    },
    stop: async () => {
      httpAgent.destroy();
      await double.stop();
    },
  };
}

import type Stripe from 'stripe';
import type { Config } from '../platform/config/config.js';
import type { KnowsIntent } from './known-intents.js';
import type { PaymentProvider } from './provider.js';

/**
 * Returns a client of Stripe's SDK. If Stripe is not configured, returns undefined and does not even load the
 * SDK.
 */
export async function stripeOf({ stripe }: Pick<Config, 'stripe'>): Promise<Stripe | undefined> {
  if (stripe === undefined) return undefined;
  const { stripeClient } = await import('./stripe/stripe-client.js');
  return stripeClient(stripe);
}

/** Returns the payment provider: Stripe if it is configured, otherwise the sandbox. */
export async function providerOf(
  config: Pick<Config, 'stripe' | 'publicUrl'>,
  stripe: Stripe | undefined,
  knows: KnowsIntent,
  sandbox: PaymentProvider,
): Promise<PaymentProvider> {
  return (await stripeProviderOf(config, stripe, knows)) ?? sandbox;
}

/** Returns Stripe as the payment provider; undefined if it is not configured. */
export async function stripeProviderOf(
  config: Pick<Config, 'stripe' | 'publicUrl'>,
  stripe: Stripe | undefined,
  knows: KnowsIntent,
): Promise<PaymentProvider | undefined> {
  if (stripe === undefined || config.stripe === undefined) return undefined;
  const { StripeProvider } = await import('./stripe/stripe.provider.js');
  const { publishableKey } = config.stripe;
  return new StripeProvider(stripe, { publishableKey, app: new URL(config.publicUrl).host, knows });
}

import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const SCRIPT = 'script[src^="https://js.stripe.com/"]';

loadStripe.setLoadParameters({ advancedFraudSignals: false });

/**
 * A script that could not be had goes before the package hears of it: it would add no other one while that stands, and
 * wait for what never comes.
 */
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.matches(SCRIPT)) target.remove();
  },
  true,
);

/** The provider's script with the key of this server. It is on its way at most once, and stays once it is here. */
export async function loadProvider(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('There is no window.');
  return stripe;
}

/** Really asks for it again: one that is silent is given up first, which the package takes for its failure. */
export async function loadProviderAgain(publishableKey: string): Promise<Stripe> {
  if (window.Stripe === undefined) document.querySelector(SCRIPT)?.dispatchEvent(new Event('error'));
  // The package forgets a load that has failed in a few steps of its own.
  await new Promise((resolve) => setTimeout(resolve));
  return loadProvider(publishableKey);
}

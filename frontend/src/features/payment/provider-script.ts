import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const SCRIPT = 'script[src^="https://js.stripe.com/"]';

loadStripe.setLoadParameters({ advancedFraudSignals: false });

/**
 * Removes a script that could not be loaded, before the package handles the error. While a failed script is
 * in the page, the package would add no other one and wait forever.
 */
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.matches(SCRIPT)) target.remove();
  },
  true,
);

/**
 * Loads the provider's script with the key of this server. At most one request is under way, and a loaded
 * script stays.
 */
export async function loadProvider(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('There is no window.');
  return stripe;
}

/**
 * Requests the script again, even if the last request is silent: an `error` event makes the package give that
 * one up.
 */
export async function loadProviderAgain(publishableKey: string): Promise<Stripe> {
  if (window.Stripe === undefined) document.querySelector(SCRIPT)?.dispatchEvent(new Event('error'));
  // The package forgets a failed load in a few asynchronous steps.
  await new Promise((resolve) => setTimeout(resolve));
  return loadProvider(publishableKey);
}

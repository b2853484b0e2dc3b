import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const SCRIPT = 'script[src^="https://js.stripe.com/"]';

loadStripe.setLoadParameters({ advancedFraudSignals: false });

/**
 * Removes a script that could not be loaded, before the package handles the error. If the failed script
 * stayed in the page, the package would add no other script and would wait forever.
 */
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.matches(SCRIPT)) target.remove();
  },
  true,
);

/**
 * Loads the provider's script with this server's key. At most one request runs at a time. A loaded script is
 * not requested again.
 */
export async function loadProvider(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('There is no window.');
  return stripe;
}

/**
 * Requests the script again, even if the last request has no response yet. An `error` event makes the package
 * give up that request.
 */
export async function loadProviderAgain(publishableKey: string): Promise<Stripe> {
  if (window.Stripe === undefined) document.querySelector(SCRIPT)?.dispatchEvent(new Event('error'));
  // The package needs a few asynchronous steps to forget a failed load.
  await new Promise((resolve) => setTimeout(resolve));
  return loadProvider(publishableKey);
}

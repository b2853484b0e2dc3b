import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';
import { session } from './storage.js';

const PARAMETERS = { intent: 'payment_intent', status: 'redirect_status' } as const;

/** Key in the tab's storage. The head script uses it too. */
const KEPT_FOR_TAB = 'payment-return';

/** The payment of a person who comes back from the bank. */
export interface ReturnedPayment {
  readonly paymentIntentId: string;
  /** True if the provider reports that the payment failed. The server checks the payment nevertheless. */
  readonly failed: boolean;
}

/**
 * Stores this page's address before the provider is called. If the provider redirects to `/`, the head script
 * of that document redirects to the stored address (rule:payment-returns).
 */
export const storeReturnPage = (): void =>
  session.set(KEPT_FOR_TAB, addressIn(currentLanguage(), window.location.pathname));

/**
 * Forgets the stored page. Called if the provider did not redirect, or when the person has come back from the
 * bank.
 */
export const forgetReturnPage = (): void => session.remove(KEPT_FOR_TAB);

export function returnedPayment(): ReturnedPayment | undefined {
  const asked = new URLSearchParams(window.location.search);
  const paymentIntentId = asked.get(PARAMETERS.intent);
  if (paymentIntentId === null) return undefined;
  return { paymentIntentId, failed: asked.get(PARAMETERS.status) === 'failed' };
}

/** Removes the payment from the address, so that a reload does not check it again. */
export function removeReturnFromAddress(): void {
  const address = new URL(window.location.href);
  for (const name of Object.values(PARAMETERS)) address.searchParams.delete(name);
  window.history.replaceState(
    window.history.state,
    '',
    `${address.pathname}${address.search}${address.hash}`,
  );
  forgetReturnPage();
}

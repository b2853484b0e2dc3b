import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';
import { session } from './storage.js';

const PARAMETERS = { intent: 'payment_intent', status: 'redirect_status' } as const;

/** Key in the storage of the tab. The head script knows it too. */
const KEPT_FOR_TAB = 'payment-return';

/** A payment from whose bank a person comes back. */
export interface ReturnedPayment {
  readonly paymentIntentId: string;
  /** The provider reports that the payment failed. The server is asked all the same. */
  readonly failed: boolean;
}

/**
 * Stores this page before the provider is called. The head script of `/` leads people back to it after a
 * redirect (rule:payment-returns).
 */
export const storeReturnPage = (): void =>
  session.set(KEPT_FOR_TAB, addressIn(currentLanguage(), window.location.pathname));

/** Forgets the stored page: the provider redirected nobody, or the person is back. */
export const forgetReturnPage = (): void => session.remove(KEPT_FOR_TAB);

export function returnedPayment(): ReturnedPayment | undefined {
  const asked = new URLSearchParams(window.location.search);
  const paymentIntentId = asked.get(PARAMETERS.intent);
  if (paymentIntentId === null) return undefined;
  return { paymentIntentId, failed: asked.get(PARAMETERS.status) === 'failed' };
}

/** Takes the payment out of the address, so that a reload does not check it again. */
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

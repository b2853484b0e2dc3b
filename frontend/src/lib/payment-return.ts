import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';
import { session } from './storage.js';

const PARAMETERS = { intent: 'payment_intent', status: 'redirect_status' } as const;

/** Key in the storage of the tab, which the head script knows too. */
const KEPT_FOR_TAB = 'payment-return';

/** A payment from whose bank somebody comes back. */
export interface ReturnedPayment {
  readonly paymentIntentId: string;
  /** The provider says that it came to nothing. The server is asked all the same. */
  readonly failed: boolean;
}

/** Before the provider is asked: where the head script of `/` leads whoever was sent on (rule:payment-returns). */
export const keepWayBack = (): void =>
  session.set(KEPT_FOR_TAB, addressIn(currentLanguage(), window.location.pathname));

/** Nobody was sent anywhere. */
export const forgetWayBack = (): void => session.remove(KEPT_FOR_TAB);

export function returnedPayment(): ReturnedPayment | undefined {
  const asked = new URLSearchParams(window.location.search);
  const paymentIntentId = asked.get(PARAMETERS.intent);
  if (paymentIntentId === null) return undefined;
  return { paymentIntentId, failed: asked.get(PARAMETERS.status) === 'failed' };
}

/** So that a reload looks for it no more. */
export function takeReturnOutOfAddress(): void {
  const address = new URL(window.location.href);
  for (const name of Object.values(PARAMETERS)) address.searchParams.delete(name);
  window.history.replaceState(
    window.history.state,
    '',
    `${address.pathname}${address.search}${address.hash}`,
  );
  forgetWayBack();
}

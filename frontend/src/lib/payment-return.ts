import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from './language.js';
import { KEYS, session } from './storage.js';

const PARAMETERS = { intent: 'payment_intent', status: 'redirect_status' } as const;

/** A payment from whose bank somebody comes back. */
export interface ReturnedPayment {
  readonly paymentIntentId: string;
  /** The provider says that it came to nothing. The server is asked all the same. */
  readonly failed: boolean;
}

/** Before the provider is asked: where the head script of `/` leads whoever was sent on (rule:payment-returns). */
export const keepWayBack = (): void =>
  session.set(KEYS.paymentReturn, addressIn(currentLanguage(), window.location.pathname));

/** Nobody was sent anywhere. */
export const forgetWayBack = (): void => session.remove(KEYS.paymentReturn);

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

import type { PaymentIntentResult } from '@stripe/stripe-js';

/**
 * The meaning of the provider's response.
 * - `taken`: the provider has taken the money or is about to take it. The server checks the payment.
 * - `unknown`: the response was lost, so the money may have been taken.
 * - `refused`: nothing was taken. `message` is the provider's reason.
 * - `other`: any other status, for example that of a cancelled payment.
 */
export type ProviderAnswer =
  | { kind: 'taken' }
  | { kind: 'unknown' }
  | { kind: 'refused'; message: string | undefined }
  | { kind: 'other'; status: string };

const TAKEN: readonly (string | undefined)[] = ['succeeded', 'processing'];
/** No answer came, or the provider's server has failed. */
const LOST: readonly string[] = ['api_connection_error', 'api_error'];
/** Nothing was taken, and the user may try again. */
const OPEN: readonly (string | undefined)[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'canceled',
];

/** @param result undefined if the call has thrown an error */
export function readAnswer(result: PaymentIntentResult | undefined): ProviderAnswer {
  if (result?.error !== undefined) {
    const { type, message, payment_intent } = result.error;
    // The payment had already been made, either in another tab or by an attempt whose response was lost.
    if (TAKEN.includes(payment_intent?.status)) return { kind: 'taken' };
    // The payment had already been cancelled at the provider, either by a person or by a call whose response
    // was lost.
    if (payment_intent?.status === 'canceled') return { kind: 'other', status: 'canceled' };
    return LOST.includes(type) ? { kind: 'unknown' } : { kind: 'refused', message };
  }
  const status = result?.paymentIntent?.status;
  if (status === undefined) return { kind: 'unknown' };
  return TAKEN.includes(status) ? { kind: 'taken' } : { kind: 'other', status };
}

/**
 * True if the payment was cancelled at the provider. The server may not know this yet. The user then needs
 * another intent to pay.
 */
export const isGone = (status: string | null): boolean => status === 'canceled';

/**
 * True if a second check at the provider says that nothing was taken. Only then may the user pay again
 * (rule:nobody-pays-twice).
 */
export const isStillOpen = (result: PaymentIntentResult | undefined): boolean =>
  OPEN.includes(result?.paymentIntent?.status);

import type { PaymentIntentResult } from '@stripe/stripe-js';

/**
 * Meaning of the provider's answer.
 * - `taken`: the provider has the money or is getting it. The server checks the payment.
 * - `unknown`: the answer was lost, so the money may have been taken.
 * - `refused`: nothing was taken. The message is the provider's reason.
 * - `other`: any other status, for instance the status of a cancelled payment.
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
    // The payment was made before, in another tab or by an attempt whose answer was lost.
    if (TAKEN.includes(payment_intent?.status)) return { kind: 'taken' };
    // The payment was cancelled at the provider, by a person or by a call whose answer was lost.
    if (payment_intent?.status === 'canceled') return { kind: 'other', status: 'canceled' };
    return LOST.includes(type) ? { kind: 'unknown' } : { kind: 'refused', message };
  }
  const status = result?.paymentIntent?.status;
  if (status === undefined) return { kind: 'unknown' };
  return TAKEN.includes(status) ? { kind: 'taken' } : { kind: 'other', status };
}

/**
 * True if the payment was cancelled at the provider. The server may not know this yet. The user can then pay
 * only through another intent.
 */
export const isGone = (status: string | null): boolean => status === 'canceled';

/**
 * True if a second check at the provider says that nothing was taken. Only then may the user pay again
 * (rule:nobody-pays-twice).
 */
export const isStillOpen = (result: PaymentIntentResult | undefined): boolean =>
  OPEN.includes(result?.paymentIntent?.status);

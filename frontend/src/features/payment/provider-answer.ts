import type { PaymentIntentResult } from '@stripe/stripe-js';

/**
 * What the provider's answer means. `taken`: it has the money, or is getting it: the server looks. `unknown`: the answer
 * was lost, and the money may be taken. `refused`: nothing was taken, for the reason that the provider gives.
 */
export type ProviderAnswer =
  | { kind: 'taken' }
  | { kind: 'unknown' }
  | { kind: 'refused'; message: string | undefined }
  | { kind: 'other'; status: string };

const TAKEN: readonly (string | undefined)[] = ['succeeded', 'processing'];
/** No answer, or one of a server that has failed. */
const LOST: readonly string[] = ['api_connection_error', 'api_error'];
/** Nothing was taken, and with the same payment it may be tried again. */
const OPEN: readonly (string | undefined)[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'canceled',
];

/** @param result undefined where there was none: something was thrown */
export function readAnswer(result: PaymentIntentResult | undefined): ProviderAnswer {
  if (result?.error !== undefined) {
    const { type, message, payment_intent } = result.error;
    // Paid before, in another tab or by a try whose answer was lost.
    if (TAKEN.includes(payment_intent?.status)) return { kind: 'taken' };
    // Ended at the provider, by hand or by a call whose answer was lost.
    if (payment_intent?.status === 'canceled') return { kind: 'other', status: 'canceled' };
    return LOST.includes(type) ? { kind: 'unknown' } : { kind: 'refused', message };
  }
  const status = result?.paymentIntent?.status;
  if (status === undefined) return { kind: 'unknown' };
  return TAKEN.includes(status) ? { kind: 'taken' } : { kind: 'other', status };
}

/** It is over at the provider, and the server may not know yet: only another one can be paid. */
export const isGone = (status: string | null): boolean => status === 'canceled';

/** Whether a second look at the provider says that nothing was taken: only that lets somebody pay again (rule:nobody-pays-twice). */
export const isStillOpen = (result: PaymentIntentResult | undefined): boolean =>
  OPEN.includes(result?.paymentIntent?.status);

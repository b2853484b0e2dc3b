import StripeSdk from 'stripe';
import { NothingMade, ProviderFailed, RefusedForNow } from '../provider.js';

const { errors } = StripeSdk;

/** Pattern of Stripe's names and codes. Any other text may contain sentences or a person's input. */
const NAME = /^[A-Za-z0-9_]{1,64}$/;

/**
 * Returns the parts of an error that a log may contain: kind, code, and Stripe's number for the call. The
 * error's message may name a card or a key. The error itself contains the intent with its secret, so it is
 * not even kept as the cause (rule:client-secret-is-never-stored).
 */
function loggable(error: unknown): string {
  if (!(error instanceof errors.StripeError)) return 'stripe: no answer that can be read';
  const { type, code, requestId, statusCode } = error;
  const parts = [type, code, statusCode, requestId].map((part) => String(part ?? ''));
  return `stripe: ${parts.filter((part) => NAME.test(part)).join(' ')}`;
}

/**
 * Returns an error after which the same call may be repeated: Stripe was unreachable, failed, was busy, or
 * refused our API key.
 */
export const providerFailed = (error: unknown): ProviderFailed => new ProviderFailed(loggable(error));

/**
 * Returns the error for a failed request to make an intent (rule:idempotent-at-the-provider). In two cases
 * nothing was made with this key and nothing will be:
 * - Stripe repeats a failure or a refusal that it keeps under the key.
 * - Stripe knows the key from another request, for instance from a release with other parameters. This
 *   service does not know the id of the intent that was made for that request, so no browser got its secret,
 *   and nobody can pay it.
 *
 * A refusal that is not a repetition means that nothing was made. Stripe keeps no refusal of wrong
 * parameters, so the same key works once they are fixed. The outcome is unknown if Stripe refuses our account
 * (401, 403), is busy (409, 429) or fails for the first time: the same attempt continues once the cause is
 * gone.
 */
export function failureToMake(error: unknown): ProviderFailed {
  const isOtherRequest = error instanceof errors.StripeIdempotencyError;
  if (isOtherRequest || isReplayed(error)) return new NothingMade(loggable(error));
  const isRefused =
    error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError;
  return isRefused ? new RefusedForNow(loggable(error)) : providerFailed(error);
}

const isReplayed = (error: unknown): boolean =>
  error instanceof errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** True if Stripe's answer is that the account has no such object. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.statusCode === 404;

/** True if Stripe's answer is that the intent can no longer be cancelled. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

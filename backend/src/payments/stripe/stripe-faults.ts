import StripeSdk from 'stripe';
import { NothingMade, ProviderFailed, RefusedForNow } from '../provider.js';

const { errors } = StripeSdk;

/** Pattern of Stripe's names and codes. Any other text may contain sentences or a person's input. */
const NAME = /^[A-Za-z0-9_]{1,64}$/;

/**
 * Returns the parts of an error that a log may contain: kind, code, status and Stripe's id of the request.
 * The error's message is left out, because it may name a card or a key. The error object contains the intent
 * with its client secret, so it is not even kept as the cause (rule:client-secret-is-never-stored).
 */
function loggable(error: unknown): string {
  if (!(error instanceof errors.StripeError)) return 'stripe: no answer that can be read';
  const { type, code, requestId, statusCode } = error;
  const parts = [type, code, statusCode, requestId].map((part) => String(part ?? ''));
  return `stripe: ${parts.filter((part) => NAME.test(part)).join(' ')}`;
}

/**
 * Returns an error after which the caller may repeat the same call. Use it if Stripe was unreachable, failed,
 * was busy, or refused our API key.
 */
export const providerFailed = (error: unknown): ProviderFailed => new ProviderFailed(loggable(error));

/**
 * Returns the error for a failed request to make an intent (rule:idempotent-at-the-provider). In two cases
 * this request has made no intent under its idempotency key, and never will:
 * - Stripe repeats a failure or a refusal that it has stored under the key.
 * - Stripe knows the key from another request, for instance from a release with other parameters.
 *
 * In the second case this service does not know the id of the intent that was made for the other request, so
 * no browser got that intent's secret, and nobody can pay it.
 *
 * If Stripe refuses the request without repeating a stored answer, nothing was made. Stripe does not store a
 * refusal of wrong parameters, so the same key works once the parameters are fixed. If Stripe refuses our
 * account (401, 403), is busy (409, 429) or fails for the first time, the outcome is unknown. The attempt
 * then continues with the same key once the cause is gone.
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

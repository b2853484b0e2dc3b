import StripeSdk from 'stripe';
import { NothingMade, ProviderFailed, RefusedForNow } from '../provider.js';

const { errors } = StripeSdk;

/**
 * Pattern for Stripe's names and codes. A text that does not match may be a sentence or contain a person's
 * input.
 */
const NAME = /^[A-Za-z0-9_]{1,64}$/;

/**
 * Returns the parts of an error that may be logged: its type and code, the HTTP status, and Stripe's id of
 * the request. Leaves out the error's message, because it may contain a card number or a key. The error
 * object contains the intent with its client secret, so it is not even kept as the cause
 * (rule:client-secret-is-never-stored).
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
 * Returns the error for a failed request to create an intent (rule:idempotent-at-the-provider). In two cases
 * the request has created no intent under its idempotency key, and never will:
 * - Stripe repeats a failure or a refusal that it stored under the key.
 * - Stripe knows the key from a different request, for instance from a release with other parameters.
 *
 * In the second case, an intent exists for the different request. This service does not know that intent's
 * id, so no browser got its secret, and nobody can pay it.
 *
 * If Stripe refuses the request without repeating a stored response, it has created no intent. Stripe does
 * not store a refusal of wrong parameters, so the same key works once the parameters are fixed. If Stripe
 * refuses our account (401, 403), is busy (409, 429) or fails for the first time, the outcome is unknown. The
 * attempt then continues with the same key once the cause is gone.
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

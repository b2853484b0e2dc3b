import StripeSdk from 'stripe';
import { NothingMade, ProviderFailed, RefusedForNow } from '../provider.js';

const { errors } = StripeSdk;

/** Stripe's names and codes. Any other text may contain words, or a person's input. */
const NAME = /^[A-Za-z0-9_]{1,64}$/;

/**
 * The parts of an error that a log may contain: kind, code, and Stripe's number for the call. The error's
 * message may name a card or a key. The error itself contains the intent with its secret, so it is not even
 * kept as the cause (rule:client-secret-is-never-stored).
 */
function loggable(error: unknown): string {
  if (!(error instanceof errors.StripeError)) return 'stripe: no answer that can be read';
  const { type, code, requestId, statusCode } = error;
  const parts = [type, code, statusCode, requestId].map((part) => String(part ?? ''));
  return `stripe: ${parts.filter((part) => NAME.test(part)).join(' ')}`;
}

/**
 * An error after which the same call may be repeated: Stripe was unreachable, failed, was busy, or refused
 * our key.
 */
export const providerFailed = (error: unknown): ProviderFailed => new ProviderFailed(loggable(error));

/**
 * The error for a failed request to make an intent (rule:idempotent-at-the-provider). Nothing was made or
 * will be made under this key in two cases:
 * - Stripe repeats a failure or a refusal that it keeps under the key.
 * - Stripe knows the key from another request, for instance from a release with other parameters. This
 *   service does not know the id of the intent that was made then, so no browser ever got its secret and
 *   nobody can pay it.
 *
 * A refusal that is not a repetition means that nothing was made. Stripe keeps no refusal of wrong
 * parameters, so the same key works once they are fixed. The outcome is unknown if Stripe refuses our account
 * (401, 403), is busy (409, 429) or fails for the first time: the same attempt continues as soon as that is
 * fixed.
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

/** True if the account has no such object. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.statusCode === 404;

/** True if the intent can no longer be cancelled in its state. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

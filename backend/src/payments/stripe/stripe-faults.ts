import StripeSdk from 'stripe';
import { NothingMade, ProviderFailed, RefusedForNow } from '../provider.js';

const { errors } = StripeSdk;

/** Names of Stripe's: anything else may hold words, or what somebody typed. */
const NAME = /^[A-Za-z0-9_]{1,64}$/;

/**
 * What a log may hold of an error: kind, code and the number under which Stripe knows the call. Its words may name
 * a card or a key, and the error itself carries the intent with its secret, so that it is not even the cause
 * (rule:client-secret-is-never-stored).
 */
function told(error: unknown): string {
  if (!(error instanceof errors.StripeError)) return 'stripe: no answer that can be read';
  const { type, code, requestId, statusCode } = error;
  const parts = [type, code, statusCode, requestId].map((part) => String(part ?? ''));
  return `stripe: ${parts.filter((part) => NAME.test(part)).join(' ')}`;
}

/** That the call can be asked again as it is: Stripe was not reached, failed, is busy, or does not know our key. */
export const providerFailed = (error: unknown): ProviderFailed => new ProviderFailed(told(error));

/**
 * What came of making an intent that failed (rule:idempotent-at-the-provider). Nothing was made, nor will be under
 * this key, where Stripe
 * - repeats a failure or a refusal that it keeps under the key;
 * - knows the key with something else, as from a release that asked otherwise. What was made then has an id that
 *   nobody here knows, so that no browser ever got its secret and nobody can pay it.
 *
 * Where it refuses what was asked, and repeats nothing, it made nothing; parameters that it finds wrong it does not
 * keep, so that the same key serves once that is mended. Nothing is known where it refuses us (401, 403), is busy
 * (409, 429) or fails for the first time: the same attempt goes on as soon as that is mended.
 */
export function failureToMake(error: unknown): ProviderFailed {
  const isOtherRequest = error instanceof errors.StripeIdempotencyError;
  if (isOtherRequest || isKept(error)) return new NothingMade(told(error));
  const isRefused =
    error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError;
  return isRefused ? new RefusedForNow(told(error)) : providerFailed(error);
}

const isKept = (error: unknown): boolean =>
  error instanceof errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** There is no such object on this account. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.statusCode === 404;

/** The intent is no longer in a state in which it can be cancelled. */
export const isTooLate = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

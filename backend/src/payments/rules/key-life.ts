import { HOUR_MS } from '@siegel/contracts/limits';

/**
 * How long the service uses an idempotency key. The provider keeps a key for a day. The last hour is not
 * used, because a request could arrive after the key has expired.
 */
const KEY_LIFE_MS = 23 * HOUR_MS;

/**
 * True if a request may still use the idempotency key of an attempt (rule:idempotent-at-the-provider). After
 * the key has expired, the provider would create a second intent.
 * @param askedAt when the payment was requested, ISO 8601 UTC
 */
export const isKeyValid = (askedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) < KEY_LIFE_MS;

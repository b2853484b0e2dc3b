import { HOUR_MS } from '@siegel/contracts/limits';

/** The provider keeps a key for a day; nothing is asked under it so shortly before that it might be new by then. */
const KEY_LIFE_MS = 23 * HOUR_MS;

/**
 * Whether the provider may still be asked under the key of an attempt (rule:idempotent-at-the-provider). Later it
 * would make a second intent.
 * @param askedAt when the payment was requested, ISO 8601 UTC
 */
export const keyServes = (askedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) < KEY_LIFE_MS;

import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';

/** When the provider is asked again what became of a payment of which nothing was heard. All pure. */

const SHORTEST_MS = 60_000;
/** Part of its age after which an open payment is looked at again. */
const PART = 5;

/**
 * Milliseconds to the next look (rule:lost-reports-are-found): young payments often, old ones rarely.
 * @param ageMs since the payment was asked for
 */
export const lookPauseMs = (ageMs: number): number =>
  Math.min(Math.max(Math.round(ageMs / PART), SHORTEST_MS), HOUR_MS);

/** Nobody is at it any more: it is ended (rule:abandoned-payments-end). */
export const isAbandoned = (ageMs: number): boolean => ageMs >= DAY_MS;

const GIVEN_UP_MS = 7 * DAY_MS;

/** Opened at a provider that this service no longer has, it is waited for no longer (rule:abandoned-payments-end). */
export const isGivenUp = (ageMs: number): boolean => ageMs >= GIVEN_UP_MS;

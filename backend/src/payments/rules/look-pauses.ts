import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';

/** The pauses between checks of an open payment at the provider. All pure. */

const SHORTEST_MS = 60_000;
/** An open payment is checked again after this fraction of its age: one fifth. */
const PART = 5;

/**
 * Milliseconds to the next check (rule:lost-reports-are-found): young payments are checked often, old ones
 * rarely.
 * @param ageMs since the payment was requested
 */
export const lookPauseMs = (ageMs: number): number =>
  Math.min(Math.max(Math.round(ageMs / PART), SHORTEST_MS), HOUR_MS);

/** True if the payer is assumed to have left: the payment is ended (rule:abandoned-payments-end). */
export const isAbandoned = (ageMs: number): boolean => ageMs >= DAY_MS;

const GIVEN_UP_MS = 7 * DAY_MS;

/**
 * True if the service stops waiting for a payment at a provider that it no longer has
 * (rule:abandoned-payments-end).
 */
export const isGivenUp = (ageMs: number): boolean => ageMs >= GIVEN_UP_MS;

import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';

/** Functions that decide how often an open payment is polled, and when polling ends. All pure. */

const SHORTEST_MS = 60_000;
/** The pause is a fifth of the payment's age. */
const AGE_DIVISOR = 5;

/**
 * Returns the milliseconds until the next poll (rule:lost-reports-are-found). New payments are polled often,
 * old payments rarely.
 * @param ageMs milliseconds since the payment was requested
 */
export const pollPauseMs = (ageMs: number): number =>
  Math.min(Math.max(Math.round(ageMs / AGE_DIVISOR), SHORTEST_MS), HOUR_MS);

/** True if the payer is assumed to have left. The payment is then ended (rule:abandoned-payments-end). */
export const isAbandoned = (ageMs: number): boolean => ageMs >= DAY_MS;

const GIVEN_UP_MS = 7 * DAY_MS;

/**
 * True if the service stops waiting for a payment at a provider that is no longer configured
 * (rule:abandoned-payments-end).
 */
export const isGivenUp = (ageMs: number): boolean => ageMs >= GIVEN_UP_MS;

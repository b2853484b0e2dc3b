import { HOUR_MS } from '@siegel/contracts/limits';
import type { PaymentRequestState } from '../payment.state.js';

// Attempts to pay of which nothing came, through no fault of whoever pays (rule:streams-are-bounded). All
// pure.

/** With these codes an attempt ends of which the provider made nothing, or knows nothing (any more). */
const CAME_TO_NOTHING = ['key_expired', 'nothing_made', 'intent_unknown'] as const;
export type CameToNothing = (typeof CAME_TO_NOTHING)[number];

/** So many of them may follow one another at once. */
const AT_ONCE = 3;
const SHORTEST_MS = 60_000;

/** Whether an attempt that ended with this code came to nothing; not where a card was tried. */
export const cameToNothing = (code: string, declines: number): boolean =>
  declines === 0 && CAME_TO_NOTHING.some((one) => one === code);

/** Those that count towards the limit. */
export const countedAttempts = (requests: readonly PaymentRequestState[]): number =>
  requests.filter((request) => !request.cameToNothing).length;

/**
 * Whether the next may be begun: the first ones follow at once, the others after a minute, and then in pauses of
 * twice the length each time, up to an hour. So the end of the provider's trouble is found, and nobody makes the
 * history grow by asking more often.
 * @param at ISO 8601 UTC
 */
export function mayFollow(requests: readonly PaymentRequestState[], at: string): boolean {
  const vain = requests.filter((request) => request.cameToNothing);
  const last = vain.at(-1);
  if (last === undefined || vain.length < AT_ONCE) return true;
  const pauseMs = Math.min(SHORTEST_MS * 2 ** (vain.length - AT_ONCE), HOUR_MS);
  return Date.parse(at) - Date.parse(last.askedAt) >= pauseMs;
}

import { HOUR_MS } from '@siegel/contracts/limits';
import type { PaymentRequestState } from '../payment.state.js';

// Functions about attempts to pay that ended without a payment through no fault of the payer
// (rule:streams-are-bounded). All pure.

/**
 * Codes of attempts that ended because the provider made no intent, or does not know the intent (any more).
 */
const CODES_WITHOUT_PAYMENT = ['key_expired', 'nothing_made', 'intent_unknown'] as const;
export type CodeWithoutPayment = (typeof CODES_WITHOUT_PAYMENT)[number];

/** Number of attempts that may end without a payment before the service requires a pause. */
const ATTEMPTS_WITHOUT_PAUSE = 3;
const SHORTEST_MS = 60_000;

/**
 * True if an attempt with this final code and this number of refused cards counts as ended without a payment.
 * It does not count if a card was tried.
 */
export const endedWithoutPayment = (code: string, declines: number): boolean =>
  declines === 0 && CODES_WITHOUT_PAYMENT.some((one) => one === code);

/** Returns the number of attempts that count towards the limit. */
export const countedAttempts = (requests: readonly PaymentRequestState[]): number =>
  requests.filter((request) => !request.cameToNothing).length;

/**
 * True if the next attempt may begin now. The pause depends only on the attempts that ended without a
 * payment. There is no pause after the first two of these attempts, and a pause of one minute after the
 * third. The pause doubles with each further attempt of this kind, up to an hour. In this way the service
 * notices when the provider works again, and repeated requests do not make the history grow.
 * @param at ISO 8601 UTC
 */
export function mayRetryNow(requests: readonly PaymentRequestState[], at: string): boolean {
  const unpaid = requests.filter((request) => request.cameToNothing);
  const last = unpaid.at(-1);
  if (last === undefined || unpaid.length < ATTEMPTS_WITHOUT_PAUSE) return true;
  const pauseMs = Math.min(SHORTEST_MS * 2 ** (unpaid.length - ATTEMPTS_WITHOUT_PAUSE), HOUR_MS);
  return Date.parse(at) - Date.parse(last.askedAt) >= pauseMs;
}

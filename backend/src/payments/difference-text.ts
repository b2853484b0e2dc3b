import type { Party } from '@siegel/contracts/enums';
import type { Period } from './provider.js';

/** The kinds of difference between our event log and the provider's data, each with its text. */
const WORDS = {
  /** The NDA was created with another database, or a restored database lacks it. */
  nda_unknown: 'the provider has this payment, but our log has no such NDA',
  /** Some event of the NDA's stream is not authenticated. */
  nda_closed: 'the stream of this NDA is closed, so it cannot be compared; siegel log:repair opens it',
  /** The stream of the NDA ends before its last event. Nothing can be recorded in it any more. */
  nda_ended:
    'the operator ended the stream of this NDA, so nothing of this payment is recorded any more; see at the provider whether money has to go back',
  not_recorded: 'the provider received money that our log does not record',
  not_received: 'our log records money that the provider never received',
  amount: 'the amount received differs from the amount in our log',
  refunded: 'the refunded amount differs from the amount in our log',
  chargeback: 'our log and the provider disagree about a chargeback',
  still_open: 'somebody can still pay, but the service no longer polls this payment',
  intent_unknown: 'the service requested this payment, but the provider does not have it',
};
export type DifferenceKind = keyof typeof WORDS;

export interface Difference {
  readonly kind: DifferenceKind;
  readonly paymentIntentId: string;
  readonly ndaId: string;
  readonly party: Party;
  /**
   * The value in our log and the provider's value. Each is an amount in cents, a state, or null if the side
   * has no value.
   */
  readonly ours: number | string | null;
  readonly theirs: number | string | null;
}

const side = (value: Difference['ours']): string =>
  value === null ? 'nothing' : typeof value === 'number' ? `${(value / 100).toFixed(2)} EUR` : value;

/** Returns the difference as one line with its ids and values. The line contains no personal data. */
export const differenceText = ({ kind, paymentIntentId, ndaId, party, ours, theirs }: Difference): string =>
  `${paymentIntentId}  NDA ${ndaId}, Party ${party}: ${WORDS[kind]} (ours: ${side(ours)}; theirs: ${side(theirs)})`;

/**
 * Returns the period from the day `first` to the end of the day `last`, both as `YYYY-MM-DD` in UTC. Returns
 * undefined if one of them is not a valid day, or if `last` is before `first`.
 */
export function periodOf(first: string, last: string): Period | undefined {
  const [from, lastDay] = [dayOf(first), dayOf(last)];
  if (from === undefined || lastDay === undefined || lastDay < from) return undefined;
  const until = new Date(lastDay);
  until.setUTCDate(until.getUTCDate() + 1);
  return { from, until };
}

function dayOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text) ? undefined : day;
}

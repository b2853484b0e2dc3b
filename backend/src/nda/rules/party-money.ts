import type { MoneyBackState, Party, PaymentStatus } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { cameInOf, dueBackLeft, lostOf, refundedOf, revenueOf, undecidedOf } from '../money-back.js';
import type { NdaState } from '../nda.state.js';
import { intentsOf, openIntents } from './payment.js';

// Functions about one party's money: how much the party's cards brought, and how much of it has gone back
// (rule:money-back-of-a-party). All pure; amounts are in the smallest unit of their currency.

type Paid = Pick<NdaState, 'payments' | 'moneyBack'>;

/** Sums of one party's money in cents, and a word that says what happened to the money. */
export interface PartyMoney {
  /** All money that the party's cards brought, whether or not the money counted. */
  readonly cameIn: number;
  readonly refunded: number;
  /** The part that the cardholder's bank has finally taken back. An undecided dispute adds nothing. */
  readonly chargedBack: number;
  /** The part that still has to be given back. */
  readonly due: number;
  readonly word: MoneyBackState;
}

/** Returns every intent of the party that may have brought money, each once. */
function intentsOfParty({ payments, moneyBack }: Paid, party: Party): readonly string[] {
  const { requests, counted } = payments[party];
  // A request names only its first intents (rule:streams-are-bounded). Any other intent that brought money is
  // in `counted` or in `moneyBack.due`.
  const paid = [...counted, ...moneyBack.due.filter((one) => one.party === party)];
  return [...new Set([...requests.flatMap(intentsOf), ...paid.map((one) => one.paymentIntentId)])];
}

/** Returns the party whose card the intent charged; null if the intent is unknown. */
export const payerOf = (state: Paid, paymentIntentId: string): Party | null =>
  ([1, 2] as const).find((party) => intentsOfParty(state, party).includes(paymentIntentId)) ?? null;

/** Returns what happened to a party's money. */
export function partyMoney(state: Paid, party: Party): PartyMoney {
  const cents = sumsIn(state, party, CURRENCY);
  // Money in another currency never counts, so the sums do not contain it. But it is due back, so the word
  // takes it into account.
  const others = new Set(state.moneyBack.due.map(({ currency }) => currency));
  others.delete(CURRENCY);
  const all = [cents, ...[...others].map((currency) => sumsIn(state, party, currency))];
  const { undecided: _, ...sums } = cents;
  return { ...sums, word: wordOf(all) };
}

interface Sums extends Omit<PartyMoney, 'word'> {
  readonly undecided: number;
}

function sumsIn(state: Paid, party: Party, currency: string): Sums {
  const { payments, moneyBack } = state;
  const intents = intentsOfParty(state, party);
  const sum = (of: (paymentIntentId: string) => number): number =>
    intents.reduce((total, paymentIntentId) => total + of(paymentIntentId), 0);
  return {
    cameIn: sum((id) => cameInOf(payments[party].counted, moneyBack, id, currency) ?? 0),
    refunded: sum((id) => refundedOf(moneyBack, id, currency)),
    chargedBack: sum((id) => lostOf(moneyBack, id, currency)),
    due: dueBackLeft(moneyBack)
      .filter((one) => one.party === party && one.currency === currency)
      .reduce((total, { left }) => total + left, 0),
    undecided: moneyBack.chargedBack
      .filter((one) => intents.includes(one.paymentIntentId) && one.currency === currency)
      .reduce((total, one) => total + undecidedOf(one), 0),
  };
}

/** Checks the sums of all currencies, and returns the first of these words whose condition is met. */
function wordOf(all: readonly Sums[]): MoneyBackState {
  if (all.some(({ undecided }) => undecided > 0)) return 'disputed';
  if (all.some(({ due }) => due > 0)) return 'due';
  if (all.some(({ chargedBack }) => chargedBack > 0)) return 'lost';
  if (all.every(({ refunded }) => refunded === 0)) return 'none';
  return all.some(({ refunded, cameIn }) => refunded < cameIn) ? 'partly_refunded' : 'refunded';
}

/**
 * Returns the cents of a party's order that the service keeps: the counted money minus the part that went
 * back or is due back.
 */
export function keptOfOrder({ payments, moneyBack }: Paid, party: Party): number {
  const { counted } = payments[party];
  const due = dueBackLeft(moneyBack).filter(
    ({ paymentIntentId, reason }) =>
      reason !== 'excess' && counted.some((one) => one.paymentIntentId === paymentIntentId),
  );
  return Math.max(
    0,
    due.reduce((rest, { left }) => rest - left, revenueOf(counted, moneyBack)),
  );
}

/**
 * Returns the payment status to show to the payer of one intent. If the intent's money came in but does not
 * count, the status is `none`, even if something else paid (rule:charged-is-never-failed). Otherwise the
 * status is the status of the party's payment. If the party's payment has the status `none`, the intent alone
 * decides: `pending` while the intent may still bring money, otherwise `failed`.
 */
export function statusForPayer(state: NdaState, party: Party, paymentIntentId: string): PaymentStatus {
  const { status, counted } = state.payments[party];
  if (counted.some((one) => one.paymentIntentId === paymentIntentId)) return status;
  if (state.settledIntents.includes(paymentIntentId)) return 'none';
  if (status !== 'none') return status;
  return openIntents(state, party).some((one) => one.paymentIntentId === paymentIntentId)
    ? 'pending'
    : 'failed';
}

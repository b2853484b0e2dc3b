import { CURRENCY } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { ObligationClosed } from './nda.events.js';
import type { PaymentChargedBack, PaymentRefunded, RefundDue } from './payment.events.js';
import type { IntentAmount, MoneyBack } from './money-back.state.js';

/**
 * Folds the money that goes back to a payer, per intent: amounts due back, refunds, and chargebacks by the
 * cardholder's bank (rule:refunds-by-total). The state and the figures share this fold. Pure; amounts are in
 * the smallest unit of their currency.
 */

export type MoneyBackFact = Recorded<RefundDue | PaymentRefunded | PaymentChargedBack | ObligationClosed>;

export function moneyBackAfter(before: MoneyBack, event: MoneyBackFact): MoneyBack {
  if (event.type === 'ObligationClosed') return closed(before, event.open.about);
  const { type, open, id } = event;
  const { paymentIntentId, currency } = open;
  const about = { paymentIntentId, currency };
  switch (type) {
    case 'RefundDue':
      return { ...before, due: [...before.due, { ...about, id, amount: open.amount, reason: open.reason }] };
    case 'PaymentRefunded':
      return { ...before, refunded: replacing(before.refunded, { ...about, amount: open.totalRefunded }) };
    case 'PaymentChargedBack': {
      const { amount, state, disputes, undecided } = open;
      const more = {
        ...(disputes === undefined ? {} : { disputes }),
        ...(undecided === undefined ? {} : { undecided }),
      };
      return { ...before, chargedBack: replacing(before.chargedBack, { ...about, amount, state, ...more }) };
    }
  }
}

/** Marks the due refund with this event id as closed. Changes nothing if no due refund has the id. */
const closed = (before: MoneyBack, about: string): MoneyBack => ({
  ...before,
  due: before.due.map((one) => (one.id === about ? { ...one, isClosed: true } : one)),
});

const replacing = <T extends IntentAmount>(list: readonly T[], item: T): readonly T[] => [
  ...list.filter(({ paymentIntentId }) => paymentIntentId !== item.paymentIntentId),
  item,
];

const sumOf = (list: readonly IntentAmount[], paymentIntentId: string, currency: string): number =>
  list
    .filter((one) => one.paymentIntentId === paymentIntentId && one.currency === currency)
    .reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns the cents of a chargeback that are still undecided. If there are several disputes, one may be
 * undecided while another is lost.
 */
export const undecidedOf = ({
  state,
  amount,
  undecided,
}: Pick<PaymentChargedBack['open'], 'state' | 'amount' | 'undecided'>): number =>
  undecided ?? (state === 'opened' ? amount : 0);

export const refundedOf = (money: MoneyBack, paymentIntentId: string, currency: string): number =>
  sumOf(money.refunded, paymentIntentId, currency);

/**
 * Returns the cents that still have to be refunded, summed over all intents. The sum for an intent is the
 * amounts due back whose obligation no person has closed, minus the refunds, but at least 0.
 */
export function refundDue(money: MoneyBack): number {
  const due = money.due.filter(({ isClosed }) => isClosed !== true);
  return [...new Set(due.map(({ paymentIntentId }) => paymentIntentId))].reduce(
    (sum, id) => sum + Math.max(0, sumOf(due, id, CURRENCY) - refundedOf(money, id, CURRENCY)),
    0,
  );
}

/**
 * Returns the cents of the counted payments that the service keeps: counted amounts minus refunds and lost
 * chargebacks. If an intent brought more than was owed, money that goes back is taken from that excess first.
 */
export const revenueOf = (
  counted: readonly { readonly paymentIntentId: string; readonly amount: number }[],
  money: MoneyBack,
): number =>
  counted.reduce((sum, { paymentIntentId: id, amount }) => {
    const lost = money.chargedBack.filter(({ state }) => state === 'lost');
    const back = refundedOf(money, id, CURRENCY) + sumOf(lost, id, CURRENCY);
    const excess = money.due.filter(({ reason }) => reason === 'excess');
    return sum + Math.min(amount, Math.max(0, amount + sumOf(excess, id, CURRENCY) - back));
  }, 0);

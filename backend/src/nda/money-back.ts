import { CURRENCY } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { ObligationClosed } from './nda.events.js';
import type { PaymentChargedBack, PaymentRefunded, RefundDue } from './payment.events.js';
import type { IntentAmount, MoneyBack } from './money-back.state.js';

/**
 * Money that goes back, per intent: amounts due back, refunds, and chargebacks by the cardholder's bank
 * (rule:refunds-by-total). Folded here once, for the state and for the figures.
 * Pure; amounts are in the smallest unit of their currency.
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

/** Marks the due refund with this event id as closed; unchanged if the id is that of another event. */
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
 * Cents of a chargeback that are still undecided. With several disputes one may be undecided although another
 * is lost.
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
 * Cents that still have to be refunded. Per intent: the amount due that no person has settled, less the
 * refunds, never below 0.
 */
export function refundDue(money: MoneyBack): number {
  const due = money.due.filter(({ isClosed }) => isClosed !== true);
  return [...new Set(due.map(({ paymentIntentId }) => paymentIntentId))].reduce(
    (sum, id) => sum + Math.max(0, sumOf(due, id, CURRENCY) - refundedOf(money, id, CURRENCY)),
    0,
  );
}

/**
 * Cents of the counted payments that the service keeps: counted amounts less refunds and lost chargebacks. If
 * an intent brought more than was owed, the money that goes back first uses up that excess.
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

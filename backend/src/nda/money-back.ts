import { CURRENCY } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { ObligationClosed } from './nda.events.js';
import type { PaymentChargedBack, PaymentRefunded, RefundDue } from './payment.events.js';
import type { PartyPayment } from './payment.state.js';
import type { DueBack, IntentAmount, MoneyBack } from './money-back.state.js';

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
      return { ...before, due: [...before.due, { ...about, id, ...dueOf(open) }] };
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

const dueOf = ({ party, amount, reason }: RefundDue['open']) => ({ party, amount, reason });

/**
 * Marks the due refund with this event id as closed. Changes nothing if no open due refund has the id. The
 * closed refund records the part that had already gone back, so that this part reduces no other due refund.
 */
function closed(before: MoneyBack, about: string): MoneyBack {
  const open = dueBackLeft(before).find(({ id }) => id === about);
  if (open === undefined) return before;
  const { left, ...due } = open;
  const settled = { ...due, isClosed: true, wentBack: due.amount - left } as const;
  return { ...before, due: before.due.map((one) => (one.id === about ? settled : one)) };
}

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
 * Returns the amount of an intent that the cardholder's bank has finally taken back. An undecided dispute
 * does not count yet.
 */
export const lostOf = ({ chargedBack }: MoneyBack, paymentIntentId: string, currency: string): number =>
  sumOf(
    chargedBack.filter(({ state }) => state === 'lost'),
    paymentIntentId,
    currency,
  );

/** A due refund that no person has closed. `left` is the amount that still has to be given back. */
export interface LeftBack extends DueBack {
  readonly left: number;
}

/**
 * Returns the due refunds that no person has closed, oldest first. Money that went back, by a refund or by a
 * lost chargeback, is subtracted from the due refunds of the same intent, beginning with the oldest
 * (rule:refunds-by-total).
 */
export function dueBackLeft(money: MoneyBack): readonly LeftBack[] {
  const rest = new Map<string, number>();
  return money.due.flatMap((one) => {
    if (one.isClosed === true) return [];
    const { paymentIntentId, currency, amount } = one;
    const key = `${paymentIntentId} ${currency}`;
    const back = rest.get(key) ?? wentBackOf(money, paymentIntentId, currency);
    rest.set(key, Math.max(0, back - amount));
    return [{ ...one, left: Math.max(0, amount - back) }];
  });
}

/** Returns how much money of an intent went back, without the part that is assigned to closed refunds. */
function wentBackOf(money: MoneyBack, paymentIntentId: string, currency: string): number {
  const ofClosed = money.due
    .filter((one) => one.paymentIntentId === paymentIntentId && one.currency === currency)
    .reduce((sum, { wentBack = 0 }) => sum + wentBack, 0);
  const back = refundedOf(money, paymentIntentId, currency) + lostOf(money, paymentIntentId, currency);
  return Math.max(0, back - ofClosed);
}

/** Returns the cents that still have to be given back, summed over all intents and both parties. */
export const refundDue = (money: MoneyBack): number =>
  dueBackLeft(money)
    .filter(({ currency }) => currency === CURRENCY)
    .reduce((sum, { left }) => sum + left, 0);

/**
 * Returns the amount that the payer paid through the intent; null if the intent brought nothing. The amount
 * is the counted money plus its excess, or the money that never counted. Counted money that became due back
 * later, for instance by an expiry, is not added a second time.
 */
export function cameInOf(
  counted: PartyPayment['counted'],
  money: MoneyBack,
  paymentIntentId: string,
  currency: string,
): number | null {
  const own = counted.filter((one) => one.paymentIntentId === paymentIntentId);
  const due = money.due.filter((one) => one.paymentIntentId === paymentIntentId && one.currency === currency);
  if (own.length === 0 && due.length === 0) return null;
  const beside = own.length === 0 ? due : due.filter(({ reason }) => reason === 'excess');
  return [...(currency === CURRENCY ? own : []), ...beside].reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns the cents of the counted payments that the service keeps: counted amounts minus refunds and lost
 * chargebacks. If an intent brought more than was owed, money that goes back is taken from that excess first.
 */
export const revenueOf = (counted: PartyPayment['counted'], money: MoneyBack): number =>
  counted.reduce((sum, { paymentIntentId: id, amount }) => {
    const back = refundedOf(money, id, CURRENCY) + lostOf(money, id, CURRENCY);
    const excess = money.due.filter(({ reason }) => reason === 'excess');
    return sum + Math.min(amount, Math.max(0, amount + sumOf(excess, id, CURRENCY) - back));
  }, 0);

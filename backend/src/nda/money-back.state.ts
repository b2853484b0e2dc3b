import type { PaymentChargedBack, RefundDue } from './payment.events.js';

// What the state of an NDA holds of money that goes back, per intent (rule:refunds-by-total). Amounts are in the smallest
// unit of their currency.

export interface IntentAmount {
  readonly paymentIntentId: string;
  readonly amount: number;
  readonly currency: string;
}

/** Money that is not owed. */
export interface DueBack extends IntentAmount, Pick<RefundDue['open'], 'reason'> {
  /** Of the event that told it. */
  readonly id: string;
  /** A person has dealt with it, by a transfer say: it is due no more, whatever the provider tells. */
  readonly isClosed?: true;
}

export interface MoneyBack {
  /** One for each intent whose money is not owed, or not all of it. */
  readonly due: readonly DueBack[];
  /** The newest total of each intent. */
  readonly refunded: readonly IntentAmount[];
  /** How each intent's disputes stand. */
  readonly chargedBack: readonly PaymentChargedBack['open'][];
}

export const NO_MONEY_BACK: MoneyBack = { due: [], refunded: [], chargedBack: [] };

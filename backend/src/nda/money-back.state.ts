import type { PaymentChargedBack, RefundDue } from './payment.events.js';

// The part of an NDA's state about money that goes back to a payer, per intent (rule:refunds-by-total).
// Amounts are in the smallest unit of their currency.

export interface IntentAmount {
  readonly paymentIntentId: string;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Money that became due back to a party. `amount` is the amount that became due, no matter how much of it has
 * gone back since.
 */
export interface DueBack extends IntentAmount, Pick<RefundDue['open'], 'party' | 'reason'> {
  /** Id of the RefundDue event. */
  readonly id: string;
  /**
   * True if a person settled the amount, for instance by a transfer. The amount is then no longer due, no
   * matter what the provider reports.
   */
  readonly isClosed?: true;
  /** The part of the amount that had already gone back to the payer when a person settled the rest. */
  readonly wentBack?: number;
}

export interface MoneyBack {
  /** One entry for each RefundDue event. The entry remains after the refund. */
  readonly due: readonly DueBack[];
  /** The newest refunded total of each intent. */
  readonly refunded: readonly IntentAmount[];
  /** The state of each intent's disputes. */
  readonly chargedBack: readonly PaymentChargedBack['open'][];
}

export const NO_MONEY_BACK: MoneyBack = { due: [], refunded: [], chargedBack: [] };

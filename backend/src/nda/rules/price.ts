import * as price from '@siegel/contracts/payments/price';
import type { PriceBasis } from '@siegel/contracts/payments/price';
import type { Party, PaymentStatus } from '@siegel/contracts/enums';
import type { NdaState } from '../nda.state.js';

/** Functions about the prices that the parties pay for an NDA. All pure; money is integer cents. */

export type PricedState = Pick<NdaState, 'status' | 'mode' | 'party1PaysForBoth' | 'payments'>;

export const priceBasisOf = ({ mode, party1PaysForBoth, payments }: PricedState): PriceBasis => ({
  mode,
  party1PaysForBoth,
  covered: { 1: payments[1].covered, 2: payments[2].covered },
});

/**
 * Returns the amount that the party still owes. An amount that was covered once is never requested again. It
 * is also not refunded if the party later owes less (rule:paid-is-paid).
 */
export const amountDue = (state: PricedState, party: Party): number =>
  price.amountDue(priceBasisOf(state), party);

/** True if nobody owes anything with the present `mode` and `party1PaysForBoth`. */
export const isFullyPaid = (state: PricedState): boolean => price.isFullyPaid(priceBasisOf(state));

/**
 * True if the service has counted a payment or a voucher of at least one party. `mode` and
 * `party1PaysForBoth` can then no longer be changed (rule:mode-is-fixed-by-payment-or-invitation).
 */
export const isAnythingPaid = (state: NdaState): boolean =>
  state.payments[1].covered > 0 || state.payments[2].covered > 0;

/**
 * Returns the payment status of both parties together. `pending` means that an intent is open, or that one of
 * two shares is paid.
 */
export function overallPaymentStatus(state: PricedState): PaymentStatus {
  if (state.status === 'none') return 'none';
  const statusOf = (party: Party) => ({
    open: state.payments[party].open !== undefined,
    status: state.payments[party].status,
  });
  return price.overallPaymentStatus(priceBasisOf(state), { 1: statusOf(1), 2: statusOf(2) });
}

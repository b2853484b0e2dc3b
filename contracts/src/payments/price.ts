import type { Party, PaymentStatus, SignatureMode } from '../enums.js';
import { PRICE_FOR_BOTH, PRICE_PER_PARTY } from '../limits.js';

/**
 * The inputs that decide the price. `covered` contains, for each party, the cents that already count as paid,
 * by card or voucher.
 */
export interface PriceBasis {
  readonly mode: SignatureMode | null;
  readonly party1PaysForBoth: boolean;
  readonly covered: { readonly [P in Party]: number };
}

/**
 * Returns the cents that a party pays in total under the current mode and `party1PaysForBoth` (rule:price).
 * Party 1 pays one share or both. Party 2 pays its own share in remote mode if each party pays for itself. In
 * every other case Party 2 pays nothing.
 */
export function priceFor(party: Party, basis: Pick<PriceBasis, 'mode' | 'party1PaysForBoth'>): number {
  if (party === 1) return basis.party1PaysForBoth ? PRICE_FOR_BOTH : PRICE_PER_PARTY;
  return basis.mode === 'remote' && !basis.party1PaysForBoth ? PRICE_PER_PARTY : 0;
}

/**
 * Returns the cents that a party still owes. Covered cents are never requested again, and are not paid back
 * if the total becomes smaller later (rule:paid-is-paid).
 */
export const amountDue = (basis: PriceBasis, party: Party): number =>
  Math.max(0, priceFor(party, basis) - basis.covered[party]);

export const isFullyPaid = (basis: PriceBasis): boolean =>
  amountDue(basis, 1) === 0 && amountDue(basis, 2) === 0;

/** `open` is true while a party has a payment under way. `status` says how the party's last payment ended. */
export interface PartyPayment {
  readonly open: boolean;
  readonly status: PaymentStatus;
}

/**
 * Returns the payment status of the NDA, from the payments of both parties. The status is `pending` if an
 * intent is open, or if only one of the two shares is paid.
 */
export function overallPaymentStatus(
  basis: PriceBasis,
  parties: { readonly [P in Party]: PartyPayment },
): PaymentStatus {
  if (isFullyPaid(basis)) return 'succeeded';
  if (parties[1].open || parties[2].open || basis.covered[1] > 0 || basis.covered[2] > 0) return 'pending';
  return parties[1].status === 'failed' || parties[2].status === 'failed' ? 'failed' : 'none';
}

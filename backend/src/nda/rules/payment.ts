import type { Party } from '@siegel/contracts/enums';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import type { PaymentRequestState } from '../payment.state.js';
import { isAwaitingSignature } from './invitation.js';
import { requireLinkOpen } from './link.js';
import { amountDue } from './price.js';
import { requireAccepted } from './accepted-ndas.js';
import { requireParty1Signed } from './signing.js';
import { timeOf } from './time.js';

// Decides which payment may begin and which payment is under way. All functions are pure. Amounts are integer
// cents.

/** The paying party. `tokenHash` is the hash of the token of the link through which Party 2 pays. */
export interface Payer {
  readonly party: Party;
  readonly tokenHash?: string | undefined;
}

/**
 * Returns the amount that the party has to pay now. In remote mode Party 2 pays only through its own link
 * (rule:link-is-the-only-proof).
 * @throws RuleBroken party1_must_sign_first, already_paid, nothing_due (Party 2 owes nothing), remote_only,
 * and the codes of `requireLinkOpen`
 */
export function requireAmountDue(state: NdaState, { party, tokenHash }: Payer, at: string): number {
  requireParty1Signed(state);
  if (tokenHash !== undefined) requireLinkOpen(state, tokenHash, at);
  const due = amountDue(state, party);
  if (due === 0) throw new RuleBroken(state.payments[party].covered > 0 ? 'already_paid' : 'nothing_due');
  if (party === 2 && tokenHash === undefined) throw new RuleBroken('remote_only');
  return due;
}

/**
 * Throws if the party cannot pay now. This is checked before a voucher is redeemed, so that no voucher is
 * used up for an NDA that would refuse the voucher.
 * @throws RuleBroken not_found, nda_erased, nda_discarded, and the codes of `requireAmountDue`
 */
export function requirePayable(state: NdaState, payer: Payer, context: { readonly at: string }): void {
  requireAccepted('living', state);
  requireAmountDue(state, payer, timeOf(state, context));
}

/** True if `requirePayable` would not throw. */
export function isPayableBy(state: NdaState, payer: Payer, context: { readonly at: string }): boolean {
  try {
    requirePayable(state, payer, context);
    return true;
  } catch (error) {
    if (error instanceof RuleBroken) return false;
    throw error;
  }
}

/** True if this voucher paid for this party, even if another payment followed. */
export const voucherCounted = (
  events: readonly Recorded<NdaEvent>[],
  party: Party,
  voucherId: string,
): boolean =>
  events.some(
    ({ type, open }) => type === 'VoucherApplied' && open.party === party && open.voucherId === voucherId,
  );

/**
 * True if the intent belongs to a request of this party. This is checked because a link must not reveal Party
 * 1's payments.
 */
export const isIntentOf = (state: NdaState, party: Party, paymentIntentId: string): boolean =>
  state.payments[party].requests.some((request) => intentsOf(request).includes(paymentIntentId));

/** Returns all intents that the provider is known to have made for a request. */
export const intentsOf = ({
  paymentIntentId,
  others,
}: Pick<PaymentRequestState, 'paymentIntentId' | 'others'>): readonly string[] => [
  ...(paymentIntentId === null ? [] : [paymentIntentId]),
  ...others.map((one) => one.paymentIntentId),
];

/**
 * True if the request is wanted (rule:unwanted-intents-end). A wanted request is open, its amount is exactly
 * the amount that the party owes, and the service would keep the money. A request of Party 2 must also have
 * come through Party 2's current link.
 */
export function isWanted(state: NdaState, party: Party, request: PaymentRequestState): boolean {
  const isOwed = request.standing === 'open' && request.amount === amountDue(state, party);
  if (!isOwed || state.erasedAt !== null || state.discarded || state.invitation?.status === 'expired')
    return false;
  return party === 1 || (isAwaitingSignature(state) && request.tokenHash === state.invitation?.tokenHash);
}

/** An intent that may still bring money. */
export interface OpenIntent
  extends Pick<PaymentRequestState, 'attempt' | 'amount' | 'provider' | 'askedAt' | 'declines'> {
  /** Null until the provider has named the intent. */
  readonly paymentIntentId: string | null;
  readonly isWanted: boolean;
}

/**
 * Returns the party's intents that may still bring money. In a long history, nearly all requests are over.
 * Each of these requests costs only one comparison.
 */
export function openIntents(state: NdaState, party: Party): readonly OpenIntent[] {
  const open: OpenIntent[] = [];
  for (const request of state.payments[party].requests) {
    const { standing, paymentIntentId, others } = request;
    if (standing !== 'over')
      open.push({ ...aboutOf(request), paymentIntentId, isWanted: isWanted(state, party, request) });
    for (const one of others)
      if (!one.isOver)
        open.push({ ...aboutOf(request), paymentIntentId: one.paymentIntentId, isWanted: false });
  }
  return open;
}

const aboutOf = ({ attempt, amount, provider, askedAt, declines }: PaymentRequestState) => ({
  attempt,
  amount,
  provider,
  askedAt,
  declines,
});

/**
 * Returns the request that the browser should pay now; undefined if nothing was requested, or if the last
 * request was paid or ended without money.
 */
export function openRequest(state: NdaState, party: Party): PaymentRequestState | undefined {
  const { open, requests } = state.payments[party];
  return open && requests[open.attempt - 1];
}

/**
 * True if the intent was ever requested for this NDA, or if its money ever came in. Superseded intents are
 * included.
 */
export const isOwnIntent = (state: NdaState, paymentIntentId: string): boolean =>
  state.settledIntents.includes(paymentIntentId) ||
  ([1, 2] as const).some((party) => isIntentOf(state, party, paymentIntentId));

/** @throws RuleBroken payment_unknown */
export function requireOwnIntent(state: NdaState, paymentIntentId: string): void {
  if (!isOwnIntent(state, paymentIntentId)) throw new RuleBroken('payment_unknown');
}

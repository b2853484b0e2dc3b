import type { Party } from '@siegel/contracts/enums';
import type { Stripe } from 'stripe';
import type { ChargebackReport, IntentReport, IntentRequest } from '../provider.js';

/** The owner of an intent, as sent when it was made; nothing personal. */
export type IntentOwner = Pick<IntentRequest, 'ndaId' | 'party' | 'attempt'>;

/** @param app host of this service: it distinguishes our intents from others of the same account */
export const metadataOf = (app: string, { ndaId, party, attempt }: IntentOwner): Stripe.MetadataParam => ({
  app,
  nda: ndaId,
  party: String(party),
  attempt: String(attempt),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ATTEMPT = /^[1-9]\d{0,5}$/;

/** The owner in an intent's metadata, which anyone with access to the account may have written. */
export interface ClaimedOwner extends IntentOwner {
  /** Host of the service that made it, at that time. */
  readonly app: string;
}

/** Undefined for an intent that was not made by a service like this one. */
export function ownerOf({ app, nda = '', party, attempt = '' }: Stripe.Metadata): ClaimedOwner | undefined {
  if (app === undefined || !UUID.test(nda) || !ATTEMPT.test(attempt)) return undefined;
  if (party !== '1' && party !== '2') return undefined;
  return { app, ndaId: nda, party: Number(party) as Party, attempt: Number(attempt) };
}

/** Objects that are fetched in addition to the intent, if the intent says that there are any. */
export interface RelatedObjects {
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
  /** All charges of the intent if its state is declined. */
  readonly declinedCharges: readonly Stripe.Charge[];
}

/** @param intent with its `latest_charge` expanded */
export function reportOf(
  intent: Stripe.PaymentIntent,
  owner: IntentOwner,
  { refunds, disputes, declinedCharges }: RelatedObjects,
): IntentReport {
  const status = statusOf(intent);
  const error = status === 'declined' ? intent.last_payment_error : null;
  const currency = intent.currency.toUpperCase();
  return {
    ...owner,
    paymentIntentId: intent.id,
    status,
    amount: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency,
    refunded: refunds.filter(countsAsRefund).reduce((sum, { amount }) => sum + amount, 0),
    chargeback: chargebackOf(disputes),
    cardLastDigits: status === 'succeeded' ? (cardOf(intent)?.last4 ?? null) : null,
    // Stripe also reports the bank's reason, which a cardholder must not learn: it is left out.
    code: error === null ? null : (error.code ?? error.type),
    declines: error === null ? 0 : Math.max(declinedCharges.length, 1),
    // A failed authentication makes no charge: such refusals of an intent cannot be distinguished.
    ...(error?.charge === undefined ? {} : { occurrence: error.charge }),
  };
}

export function statusOf({
  status,
  last_payment_error: error,
}: Stripe.PaymentIntent): IntentReport['status'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'processing':
      return 'processing';
    case 'canceled':
      return 'cancelled';
    case 'requires_payment_method':
      return error === null ? 'open' : 'declined';
    default:
      return 'open';
  }
}

/** Undefined if it was not requested, or if there is none. */
export const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'string' || charge === null ? undefined : charge;

const cardOf = (intent: Stripe.PaymentIntent) => chargeOf(intent)?.payment_method_details?.card;

/**
 * True if the refund counts. A refund under way counts, as it does at Stripe: the money has left our account.
 * If it comes back, the refund has failed, and the total is lower from then on (rule:refunds-by-total).
 */
const countsAsRefund = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

/**
 * The state of a dispute for us (rule:refunds-by-total). An inquiry takes no money, and counts as won when it
 * is closed. A dispute that was settled before the bank took money has no state. A dispute under appeal stays
 * lost: the money is gone until the appeal is won.
 */
function disputeState({ status }: Stripe.Dispute): ChargebackReport['state'] | null {
  switch (status) {
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'prevented':
      return null;
    case 'won':
    case 'warning_closed':
      return 'won';
    case 'lost':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'lost';
    default:
      return 'opened';
  }
}

/**
 * One report for all disputes of a payment, with the worst state: lost, then open, then won. Undecided
 * amounts are reported in addition to lost ones: they are neither lost nor settled.
 */
function chargebackOf(all: readonly Stripe.Dispute[]): ChargebackReport | null {
  const disputes = all.filter((dispute) => disputeState(dispute) !== null);
  for (const state of ['lost', 'opened', 'won'] as const) {
    const first = disputes.find((dispute) => disputeState(dispute) === state);
    if (first === undefined) continue;
    const { currency } = first;
    const sumOf = (wanted: ChargebackReport['state']): number =>
      disputes
        .filter((dispute) => disputeState(dispute) === wanted && dispute.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0);
    const about = {
      state,
      amount: sumOf(state),
      currency: currency.toUpperCase(),
      disputes: disputes.length,
    };
    return disputes.length === 1 ? about : { ...about, undecided: sumOf('opened') };
  }
  return null;
}

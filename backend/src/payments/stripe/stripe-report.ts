import type { Party } from '@siegel/contracts/enums';
import type { Stripe } from 'stripe';
import type { ChargebackReport, IntentReport, IntentRequest } from '../provider.js';

/**
 * The owner of an intent: an NDA, a party and an attempt. The service sends these values to Stripe when it
 * creates the intent. They contain no personal data.
 */
export type IntentOwner = Pick<IntentRequest, 'ndaId' | 'party' | 'attempt'>;

/**
 * @param app host of this service. It distinguishes this service's intents from other intents in the same
 * Stripe account.
 */
export const metadataOf = (app: string, { ndaId, party, attempt }: IntentOwner): Stripe.MetadataParam => ({
  app,
  nda: ndaId,
  party: String(party),
  attempt: String(attempt),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ATTEMPT = /^[1-9]\d{0,5}$/;

/**
 * The owner that an intent's metadata name. The metadata prove nothing, because anyone with access to the
 * Stripe account can write them.
 */
export interface ClaimedOwner extends IntentOwner {
  /** Host of the service at the time when it made the intent. */
  readonly app: string;
}

/**
 * Returns the owner that the metadata name. Returns undefined for metadata that this service cannot have
 * written.
 */
export function ownerOf({ app, nda = '', party, attempt = '' }: Stripe.Metadata): ClaimedOwner | undefined {
  if (app === undefined || !UUID.test(nda) || !ATTEMPT.test(attempt)) return undefined;
  if (party !== '1' && party !== '2') return undefined;
  return { app, ndaId: nda, party: Number(party) as Party, attempt: Number(attempt) };
}

/**
 * Objects that are related to an intent. Each type of object needs its own call to Stripe. The call is only
 * made if the intent shows that such objects exist.
 */
export interface RelatedObjects {
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
  /** All charges of the intent if the report's status is `declined`, otherwise none. */
  readonly declinedCharges: readonly Stripe.Charge[];
}

/** @param intent an intent whose `latest_charge` was expanded */
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
    // Stripe also reports why the bank declined the card. The report leaves this out, because the cardholder
    // must not learn it.
    code: error === null ? null : (error.code ?? error.type),
    declines: error === null ? 0 : Math.max(declinedCharges.length, 1),
    // A failed authentication creates no charge, so `charge` cannot distinguish several failed
    // authentications of one intent.
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

/**
 * Returns the intent's latest charge; undefined if the intent has no charge, or only the charge's id was
 * fetched.
 */
export const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'string' || charge === null ? undefined : charge;

const cardOf = (intent: Stripe.PaymentIntent) => chargeOf(intent)?.payment_method_details?.card;

/**
 * True if the refund counts towards the refunded total (rule:refunds-by-total). A pending refund counts, as
 * it does at Stripe, because the money has left our account. If the money comes back, the refund's status
 * becomes `failed` and the total decreases.
 */
const countsAsRefund = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

/**
 * Returns the state that we record for a dispute (rule:refunds-by-total); null if we record none. An inquiry
 * takes no money, so an open inquiry has no state and a closed inquiry counts as won. A dispute that was
 * settled before the bank took money has no state. A dispute under appeal still counts as lost, because the
 * money is gone until the appeal is won.
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
 * Returns one report for all disputes of a payment. `state` is the worst state of any dispute: lost is worse
 * than opened, and opened is worse than won. `amount` is the sum of the disputes in this state. If there are
 * several disputes, `undecided` is the sum of the open disputes, because that money is neither lost nor won.
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

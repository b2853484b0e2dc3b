import type { Party } from '@siegel/contracts/enums';
import type { Stripe } from 'stripe';
import type { ChargebackReport, IntentReport, IntentRequest } from '../provider.js';

/** Whose an intent is, as it was told when it was made; nothing personal. */
export type IntentOwner = Pick<IntentRequest, 'ndaId' | 'party' | 'attempt'>;

/** @param app host under which this service is reached: it tells our intents from others of the same account */
export const metadataOf = (app: string, { ndaId, party, attempt }: IntentOwner): Stripe.MetadataParam => ({
  app,
  nda: ndaId,
  party: String(party),
  attempt: String(attempt),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ATTEMPT = /^[1-9]\d{0,5}$/;

/** What the metadata of an intent say, which anybody with the account may have written. */
export interface ToldOwner extends IntentOwner {
  /** Host under which whoever made it was reached then. */
  readonly app: string;
}

/** Undefined for an intent that no service like this one made. */
export function ownerOf({ app, nda = '', party, attempt = '' }: Stripe.Metadata): ToldOwner | undefined {
  if (app === undefined || !UUID.test(nda) || !ATTEMPT.test(attempt)) return undefined;
  if (party !== '1' && party !== '2') return undefined;
  return { app, ndaId: nda, party: Number(party) as Party, attempt: Number(attempt) };
}

/** What is asked of Stripe beside the intent itself, where the intent says that there is any. */
export interface BesideIntent {
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
  /** Of an intent that stands declined: all its charges. */
  readonly declinedCharges: readonly Stripe.Charge[];
}

/** @param intent with its `latest_charge` expanded */
export function reportOf(
  intent: Stripe.PaymentIntent,
  owner: IntentOwner,
  { refunds, disputes, declinedCharges }: BesideIntent,
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
    refunded: refunds.filter(stands).reduce((sum, { amount }) => sum + amount, 0),
    chargeback: chargebackOf(disputes),
    cardLastDigits: status === 'succeeded' ? (cardOf(intent)?.last4 ?? null) : null,
    // Not why the bank declined it, which Stripe tells too and no cardholder should be told.
    code: error === null ? null : (error.code ?? error.type),
    declines: error === null ? 0 : Math.max(declinedCharges.length, 1),
    // A cardholder whom the bank did not know makes no charge: one such refusal of an intent is like the next.
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

/** Undefined where it was not asked for, or there is none. */
export const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined =>
  typeof charge === 'string' || charge === null ? undefined : charge;

const cardOf = (intent: Stripe.PaymentIntent) => chargeOf(intent)?.payment_method_details?.card;

/**
 * One under way counts, as it does at Stripe: the money has left our account. Where it comes back the refund has
 * failed, and the total is lower from then on (rule:refunds-by-total).
 */
const stands = ({ status }: Stripe.Refund): boolean => status !== 'failed' && status !== 'canceled';

/**
 * In which state a dispute is for us (rule:refunds-by-total). An inquiry takes nothing, and counts as won when it is
 * closed; nor does what was settled before the bank took anything. An appeal stands where it was decided before:
 * the money is away until it is won.
 */
function standingOf({ status }: Stripe.Dispute): ChargebackReport['state'] | null {
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
 * Of several disputes of one payment what is worst: what is away for good, then what is at stake. What is not decided
 * is told beside what is lost: it is neither lost yet nor done with.
 */
function chargebackOf(all: readonly Stripe.Dispute[]): ChargebackReport | null {
  const disputes = all.filter((dispute) => standingOf(dispute) !== null);
  for (const state of ['lost', 'opened', 'won'] as const) {
    const first = disputes.find((dispute) => standingOf(dispute) === state);
    if (first === undefined) continue;
    const { currency } = first;
    const sumOf = (standing: ChargebackReport['state']): number =>
      disputes
        .filter((dispute) => standingOf(dispute) === standing && dispute.currency === currency)
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

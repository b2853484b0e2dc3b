import type Stripe from 'stripe';

/** Returns the id of an object. Stripe sends either the whole object or only its id. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  (typeof value === 'string' ? value : value?.id) ?? undefined;

/**
 * Events that an endpoint must receive (rule:stripe-events). `docs/operations/providers.md` lists them too.
 *
 * Disputes need five events. On each of them, the service reads the intent again. Some banks inquire before
 * they dispute a payment. According to Stripe's 'How disputes work', American Express and Discover do so most
 * often. Stripe creates a dispute as soon as a bank inquires. The dispute's state is then `warning_…`. An
 * inquiry takes no money, so the service records no event for an open inquiry. If the bank is not satisfied,
 * the same dispute becomes a chargeback: its state is `needs_response`, and the money is withdrawn. Stripe
 * sends `charge.dispute.created` long before that, and `charge.dispute.closed` when it is too late to respond
 * (after 7 to 21 days). According to Stripe's reference, `updated` comes when a dispute changes,
 * `funds_withdrawn` when money was taken because of a dispute, and `funds_reinstated` when the money came
 * back. The reference does not say which of these events reports that an inquiry became a chargeback, so the
 * service receives all of them.
 *
 * Rejected:
 * - An obligation for each inquiry: an inquiry costs nothing, and Stripe's dashboard and mails show it.
 * - A job that polls open inquiries: an inquiry lasts up to 120 days.
 */
export const NEEDED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies readonly Stripe.Event.Type[];

/**
 * Returns the id of the intent that a Stripe event is about; undefined if the service records nothing for
 * events of this type (rule:stripe-events). The caller then looks up the intent's present state, because the
 * Stripe event contains only the state at the time of that event.
 */
export function intentOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      return event.data.object.id;
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return idOf(event.data.object.payment_intent);
    default:
      return undefined;
  }
}

import type Stripe from 'stripe';

/** Id of an object that Stripe sends whole or by its id. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  (typeof value === 'string' ? value : value?.id) ?? undefined;

/**
 * Events that an endpoint must receive (rule:stripe-events); `docs/operations/providers.md` lists them too.
 *
 * Disputes need five events, each of which makes the service read the intent again. Some banks inquire first
 * (American Express and Discover do most often, says Stripe's 'How disputes work'). Stripe creates a dispute
 * at once, in a state `warning_…`, which takes no money and is no fact here. If the bank is not satisfied,
 * the same dispute becomes a chargeback: `needs_response`, and its money is withdrawn. By then
 * `charge.dispute.created` was sent long ago, and `charge.dispute.closed` comes when it is too late to answer
 * (after 7 to 21 days). According to Stripe's reference, `updated` comes when a dispute changes,
 * `funds_withdrawn` when money was taken because of a dispute, and `funds_reinstated` when the money came
 * back. The reference does not say which of these events reports that an inquiry became a chargeback, so the
 * service receives all of them.
 *
 * Rejected: an obligation for each inquiry, because an inquiry costs nothing and Stripe shows it in its
 * dashboard and by mail; a job that polls open inquiries, because they last up to 120 days.
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
 * Returns the id of the intent that an event is about, if the event may lead to a fact (rule:stripe-events);
 * undefined for all other events of Stripe. The caller then looks up the present state of the intent, because
 * an event contains only the state at its own time.
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

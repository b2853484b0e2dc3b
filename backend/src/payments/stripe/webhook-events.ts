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
 * the same dispute becomes a chargeback: `needs_response`, and its money is withdrawn.
 * `charge.dispute.created` is past by then, and `charge.dispute.closed` comes when it is too late to answer
 * (after 7 to 21 days). Stripe's reference says that `updated` comes when a dispute changes,
 * `funds_withdrawn` when money was taken because of one, `funds_reinstated` when it came back. It does not
 * say which one reports an inquiry that became a chargeback: we need not depend on one of them.
 *
 * Rejected: an obligation for each inquiry, which costs nothing and which Stripe shows in its dashboard and
 * by mail; a job that polls open inquiries, which last up to 120 days.
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
 * The intent of an event that may lead to a fact (rule:stripe-events); undefined for all other events of
 * Stripe. The present state of the intent is then looked up: an event only contains the state at its own
 * time.
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

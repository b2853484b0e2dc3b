import type Stripe from 'stripe';

/** Id of an object that Stripe sends whole or by its id. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  (typeof value === 'string' ? value : value?.id) ?? undefined;

/**
 * Events that an endpoint must receive (rule:stripe-events); `docs/operations/providers.md` lists them too.
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
  // An inquiry that becomes a chargeback stays the same dispute: Stripe sends no event of a new one.
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

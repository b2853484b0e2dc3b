import type Stripe from 'stripe';
import { stripeOf } from '../../payments/provider-of.js';
import { NEEDED_EVENTS } from '../../payments/stripe/webhook-events.js';
import { notConfigured, notTried, ok, type Seen, warning } from './check.js';
import { answerMs, type Given } from './given.js';

const PATH = '/api/webhooks/stripe';
const LISTED_MAX = 100;
const ADD =
  'Enter the endpoint with its events in Stripe, Webhooks; docs/operations/providers.md names the events.';
/** Stripe's name for all events. */
const ALL = '*';

/** The fields of a webhook endpoint at Stripe that are checked. */
export type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** Checks that Stripe sends this address every event that the service handles. Pure. */
export function seeEndpoints(endpoints: readonly Endpoint[], url: string): Seen {
  const ours = endpoints.filter((one) => one.url === url && one.status === 'enabled');
  if (ours.length === 0)
    return warning(
      `Stripe has no enabled endpoint for ${url}, so the service learns of payments only when it polls them.`,
      ADD,
    );
  const told = new Set(ours.flatMap(({ enabled_events }) => enabled_events));
  const missing = told.has(ALL) ? [] : NEEDED_EVENTS.filter((type) => !told.has(type));
  return missing.length === 0
    ? ok(`Stripe sends ${url} every event that the service handles.`)
    : warning(`Stripe does not send ${url} these events: ${missing.join(', ')}.`, ADD);
}

/** Checks the webhook endpoints only. The check 'payments' covers the connection and the key. */
export async function seePaymentEvents(given: Given): Promise<Seen> {
  const { config } = given;
  const stripe = await stripeOf(config);
  if (stripe === undefined) return notConfigured('Stripe is not configured.');
  try {
    const { data } = await stripe.webhookEndpoints.list(
      { limit: LISTED_MAX },
      { maxNetworkRetries: 0, timeout: answerMs(given) },
    );
    return seeEndpoints(data, `${config.publicUrl}${PATH}`);
  } catch (error) {
    const { statusCode } = error as { readonly statusCode?: unknown };
    return notTried(
      statusCode === 403
        ? "STRIPE_SECRET_KEY may not read Stripe's webhook endpoints."
        : 'Stripe did not list its webhook endpoints.',
    );
  }
}

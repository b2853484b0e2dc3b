import type Stripe from 'stripe';
import { stripeOf } from '../../payments/provider-of.js';
import { NEEDED_EVENTS } from '../../payments/stripe/webhook-events.js';
import { notConfigured, notTried, ok, type Seen, warning } from './check.js';
import { answerMs, type Given } from './given.js';

const PATH = '/api/webhooks/stripe';
const LISTED_MAX = 100;
const ADD = 'Enter it in Stripe, Webhooks; docs/operations/providers.md names the events.';
/** Stripe's word for all of them. */
const ALL = '*';

/** What is told of an endpoint at Stripe. */
export type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** Whether Stripe tells this address of all that the service hears. Pure. */
export function seeEndpoints(endpoints: readonly Endpoint[], url: string): Seen {
  const ours = endpoints.filter((one) => one.url === url && one.status === 'enabled');
  if (ours.length === 0)
    return warning(
      `Stripe has no endpoint in use for ${url}: nothing is told until a payment is looked at.`,
      ADD,
    );
  const told = new Set(ours.flatMap(({ enabled_events }) => enabled_events));
  const missing = told.has(ALL) ? [] : NEEDED_EVENTS.filter((type) => !told.has(type));
  return missing.length === 0
    ? ok(`Stripe tells ${url} of all that is heard.`)
    : warning(`Stripe does not tell ${url} of ${missing.join(', ')}.`, ADD);
}

/** That it answers at all, and knows the key, another line tells. */
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
        ? "The key may not read Stripe's webhook endpoints."
        : 'Stripe did not say what its webhook endpoints are.',
    );
  }
}

import type Stripe from 'stripe';
import { stripeOf } from '../../payments/provider-of.js';
import { NEEDED_EVENTS } from '../../payments/stripe/webhook-events.js';
import { notConfigured, notTried, ok, type CheckResult, warning } from './check.js';
import { answerMs, type Context } from './context.js';

const PATH = '/api/webhooks/stripe';
const LISTED_MAX = 100;
const ADD =
  'At Stripe, under Webhooks, add the endpoint or its missing events; docs/operations/providers.md lists the events.';
/** The value with which a Stripe endpoint subscribes to all events. */
const ALL = '*';

/** The fields of a Stripe webhook endpoint that this check reads. */
export type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** Checks that Stripe sends to `url` every event that the service handles. Pure. */
export function checkEndpoints(endpoints: readonly Endpoint[], url: string): CheckResult {
  const ours = endpoints.filter((one) => one.url === url && one.status === 'enabled');
  if (ours.length === 0)
    return warning(
      `Stripe has no enabled endpoint for ${url}, so the service learns of payments only when it polls them.`,
      ADD,
    );
  const enabled = new Set(ours.flatMap(({ enabled_events }) => enabled_events));
  const missing = enabled.has(ALL) ? [] : NEEDED_EVENTS.filter((type) => !enabled.has(type));
  return missing.length === 0
    ? ok(`Stripe sends to ${url} every event that the service handles.`)
    : warning(`Stripe does not send these events to ${url}: ${missing.join(', ')}.`, ADD);
}

/** Checks the webhook endpoints only. The check 'payments' covers the connection and the key. */
export async function checkPaymentEvents(context: Context): Promise<CheckResult> {
  const { config } = context;
  const stripe = await stripeOf(config);
  if (stripe === undefined) return notConfigured('Stripe is not configured.');
  try {
    const { data } = await stripe.webhookEndpoints.list(
      { limit: LISTED_MAX },
      { maxNetworkRetries: 0, timeout: answerMs(context) },
    );
    return checkEndpoints(data, `${config.publicUrl}${PATH}`);
  } catch (error) {
    const { statusCode } = error as { readonly statusCode?: unknown };
    return notTried(
      statusCode === 403
        ? "STRIPE_SECRET_KEY has no permission to read Stripe's webhook endpoints."
        : 'Stripe did not list its webhook endpoints.',
    );
  }
}

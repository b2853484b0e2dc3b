import type { Agent } from 'node:http';
import StripeSdk, { type Stripe } from 'stripe';

/**
 * The API version that this service uses. It is the SDK's own version, so that the SDK's types are correct.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/**
 * Milliseconds after which one try of a call to Stripe times out. All tries together take less time than a
 * call to this service may take.
 */
const TIMEOUT_MS = 4_000;
/**
 * Number of retries. The SDK repeats a call with the same idempotency key if the connection breaks, the call
 * times out, or Stripe fails.
 */
const RETRIES = 2;

export interface StripeClientOptions {
  readonly secretKey: string;
  /** Origin of the API, without `/v1`; Stripe's own by default. */
  readonly apiBase?: string | undefined;
  /** Timeout for one try, in milliseconds; 4 000 by default. */
  readonly timeoutMs?: number;
  readonly httpAgent?: Agent;
}

/**
 * Returns a client of Stripe's SDK. It sends Stripe only the requests, and no telemetry: neither the
 * durations of earlier calls nor data about this machine.
 */
export function stripeClient({ secretKey, apiBase, timeoutMs, httpAgent }: StripeClientOptions): Stripe {
  return new StripeSdk(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(httpAgent === undefined ? {} : { httpAgent }),
    ...(apiBase === undefined ? {} : addressOf(new URL(apiBase))),
  });
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    // Node expects an IPv6 address without brackets.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  } as const;
}

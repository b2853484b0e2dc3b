import type { Agent } from 'node:http';
import Stripe from 'stripe';

/** The version of the API whose answers this service was written for; the SDK's own, so that its types hold. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Milliseconds for which one try may keep quiet. With the retries it stays below what a call here may take. */
const TIMEOUT_MS = 4_000;
/** The SDK repeats under the same idempotency key what was cut, what came too late and what failed at Stripe. */
const RETRIES = 2;

export interface StripeClientOptions {
  readonly secretKey: string;
  /** Origin of the API, without `/v1`, to point elsewhere; Stripe's own by default. */
  readonly apiBase?: string | undefined;
  /** Milliseconds, 4 000 by default. */
  readonly timeoutMs?: number;
  readonly httpAgent?: Agent;
}

/** Tells Stripe nothing but what it is asked: neither times of earlier calls nor what machine this is. */
export function stripeClient({ secretKey, apiBase, timeoutMs, httpAgent }: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
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
    // Node wants an IPv6 address without its brackets.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  } as const;
}

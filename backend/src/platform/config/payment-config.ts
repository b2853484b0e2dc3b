import type { PaymentProviderName } from '@siegel/contracts/enums';
import { isLoopbackHost } from '../network/ip-address.js';
import type { EnvironmentReader } from './environment-reader.js';

const STRIPE_BASE = 'https://api.stripe.com';
/**
 * Maximum number of webhook secrets. While a secret is being replaced, there are two, the old one and the new
 * one. Stripe signs with both of them for at most a day.
 */
const WEBHOOK_SECRETS_MAX = 2;

export interface StripeConfig {
  readonly secretKey: string;
  readonly publishableKey: string;
  /**
   * The secrets of the webhook. There are two while one of them is being replaced. Stripe then sends one
   * signature for each secret.
   */
  readonly webhookSecrets: readonly string[];
  /** Origin, without `/v1`. */
  readonly apiBase: string;
}

/** The payment provider. */
export interface PaymentConfig {
  readonly payments: PaymentProviderName;
  /** Undefined if payments go to the sandbox. */
  readonly stripe: StripeConfig | undefined;
  /** True if no real money moves, because payments go to the sandbox or the keys are Stripe's test keys. */
  readonly testMode: boolean;
}

const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key);

/**
 * Refuses an incomplete configuration. Otherwise Stripe could take money without the service learning of it.
 */
export function readPayments(read: EnvironmentReader, production: boolean): PaymentConfig {
  const payments = read.oneOf('PAYMENTS', ['sandbox']);
  const stripe = readStripe(read);
  if (stripe === undefined) {
    if (production && payments === undefined)
      read.problem(
        'PAYMENTS: missing. In production set the keys of Stripe, or PAYMENTS=sandbox, which takes no money.',
      );
    return { payments: 'sandbox', stripe: undefined, testMode: true };
  }
  if (payments !== undefined)
    read.problem(
      'PAYMENTS=sandbox and STRIPE_SECRET_KEY are both set, but only one provider takes cards. Remove one of them.',
    );
  return { payments: 'stripe', stripe, testMode: isTestKey(stripe.secretKey) };
}

function readStripe(read: EnvironmentReader): StripeConfig | undefined {
  const keys = {
    STRIPE_SECRET_KEY: read.text('STRIPE_SECRET_KEY'),
    STRIPE_PUBLISHABLE_KEY: read.text('STRIPE_PUBLISHABLE_KEY'),
    STRIPE_WEBHOOK_SECRET: read.text('STRIPE_WEBHOOK_SECRET'),
  };
  const apiBase = readApiBase(read);
  const missing = Object.entries(keys).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(keys).length) {
    if (read.text('STRIPE_API_BASE') !== undefined)
      read.problem('STRIPE_API_BASE: set without the keys of Stripe. Set the keys as well, or remove it.');
    return undefined;
  }
  if (missing.length > 0)
    read.problem(`${missing.join(', ')}: missing. Card payments need all three keys of Stripe.`);
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: publishableKey = '' } = keys;
  const webhookSecrets = (keys.STRIPE_WEBHOOK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  checkKeys(read, { secretKey, publishableKey, webhookSecrets });
  return { secretKey, publishableKey, webhookSecrets, apiBase };
}

/** Finds swapped keys during the start, before the first card payment. */
function checkKeys(
  read: EnvironmentReader,
  { secretKey, publishableKey, webhookSecrets }: Omit<StripeConfig, 'apiBase'>,
): void {
  if (secretKey !== '' && !/^[sr]k_(test|live)_[\w]+$/.test(secretKey))
    read.problem('STRIPE_SECRET_KEY: expected sk_… or rk_…, as Stripe shows it.');
  if (publishableKey !== '' && !/^pk_(test|live)_[\w]+$/.test(publishableKey))
    read.problem('STRIPE_PUBLISHABLE_KEY: expected pk_…, as Stripe shows it.');
  if (secretKey !== '' && publishableKey !== '' && isTestKey(secretKey) !== isTestKey(publishableKey))
    read.problem(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a test key and the other a live key. Set two of the same kind.',
    );
  if (webhookSecrets.length > WEBHOOK_SECRETS_MAX || webhookSecrets.some((one) => !/^whsec_\S+$/.test(one)))
    read.problem(
      'STRIPE_WEBHOOK_SECRET: expected whsec_…, or two of them with a comma between them, while one replaces the other.',
    );
}

/** Refuses plain http to another machine, because each call carries the key. */
function readApiBase(read: EnvironmentReader): string {
  const url = read.url('STRIPE_API_BASE', ['https:', 'http:']);
  if (url === undefined) return STRIPE_BASE;
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!isOrigin) read.problem('STRIPE_API_BASE: expected only scheme, host and port, without /v1.');
  if (url.protocol === 'http:' && !isLoopbackHost(url.host))
    read.problem('STRIPE_API_BASE: expected https://, because each call carries the key.');
  return url.origin;
}

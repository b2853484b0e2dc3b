import { contentPolicy, type ExtraSources } from '../../http/web/security-headers.js';
import type { Config } from '../../platform/config/config.js';

const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/**
 * Origins from which a page may load Stripe's card fields, and the origins that these fields call
 * (rule:no-inline-scripts).
 */
export const STRIPE_SOURCES: ExtraSources = {
  scriptSrc: SCRIPTS,
  frameSrc: [...SCRIPTS, 'https://hooks.stripe.com'],
  connectSrc: ['https://api.stripe.com'],
};

/**
 * Returns the content security policy for pages with a payment form; undefined if the general policy
 * suffices.
 */
export const payingPolicy = ({ https, stripe }: Pick<Config, 'https' | 'stripe'>): string | undefined =>
  stripe && contentPolicy(https, STRIPE_SOURCES);

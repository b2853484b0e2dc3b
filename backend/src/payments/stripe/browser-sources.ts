import { contentPolicy, type ExtraSources } from '../../http/web/security-headers.js';
import type { Config } from '../../platform/config/config.js';

const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** Whence the card fields of Stripe come, and where they call (rule:no-inline-scripts). */
export const STRIPE_SOURCES: ExtraSources = {
  scriptSrc: SCRIPTS,
  frameSrc: [...SCRIPTS, 'https://hooks.stripe.com'],
  connectSrc: ['https://api.stripe.com'],
};

/** Of documents in which one can pay; undefined where the policy of all others does. */
export const payingPolicy = ({ https, stripe }: Pick<Config, 'https' | 'stripe'>): string | undefined =>
  stripe && contentPolicy(https, STRIPE_SOURCES);

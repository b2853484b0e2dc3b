import type { ExtraSources } from '../../http/security-headers.js';

const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** Whence the card fields of Stripe come, and where they call (rule:no-inline-scripts). */
export const STRIPE_SOURCES: ExtraSources = {
  scriptSrc: SCRIPTS,
  frameSrc: [...SCRIPTS, 'https://hooks.stripe.com'],
  connectSrc: ['https://api.stripe.com'],
};

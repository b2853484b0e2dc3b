/** Injection token of the PaymentProvider that the configuration selects. */
export const PAYMENT_PROVIDER = Symbol('PaymentProvider');
/** Injection token of the Stripe SDK's client. The client is undefined if Stripe is not configured. */
export const STRIPE = Symbol('Stripe');
/** Injection token of the function that counts Stripe's events by outcome. */
export const COUNT_STRIPE_EVENT = Symbol('CountStripeEvent');

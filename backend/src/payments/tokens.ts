/** The PaymentProvider that the configuration names. */
export const PAYMENT_PROVIDER = Symbol('PaymentProvider');
/** The SDK's client; undefined if Stripe is not configured. */
export const STRIPE = Symbol('Stripe');

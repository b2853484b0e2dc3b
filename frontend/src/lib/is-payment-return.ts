/**
 * True on a page to which a person comes back from the bank (rule:payment-returns). A file of its own: the
 * first view of an invitation needs only this.
 */
export const isPaymentReturn = (): boolean => window.location.search.includes('payment_intent=');

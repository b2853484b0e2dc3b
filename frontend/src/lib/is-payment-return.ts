/**
 * True if the user has come back to this page from the bank (rule:payment-returns). This is a separate file,
 * because the first view of an invitation needs nothing else.
 */
export const isPaymentReturn = (): boolean => window.location.search.includes('payment_intent=');

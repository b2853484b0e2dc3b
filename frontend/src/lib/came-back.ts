/** Somebody comes back from the bank (rule:payment-returns). Alone: an invitation's first view needs no more of it. */
export const cameBack = (): boolean => window.location.search.includes('payment_intent=');

/** Matches an order number as order confirmations print it, in upper or lower case. */
const ORDER_NUMBER = /\bS-[A-Z2-7]{10}\b/i;

/**
 * Finds the first order number in a text that somebody wrote, and returns it in capitals (rule:order-number).
 * Returns undefined if the text has none. Pure. The function checks only the form. It does not check whether
 * such an order exists.
 */
export const orderNumberIn = (text: string): string | undefined => ORDER_NUMBER.exec(text)?.[0].toUpperCase();

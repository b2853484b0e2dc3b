/** Matches an order number in the form of the order confirmation, in upper or lower case. */
const ORDER_NUMBER = /\bS-[A-Z2-7]{10}\b/i;

/**
 * Returns the first order number in a text that somebody wrote, in capitals (rule:order-number). Returns
 * undefined if the text has none. Pure. The function checks the form, not whether such an order exists.
 */
export const orderNumberIn = (text: string): string | undefined => ORDER_NUMBER.exec(text)?.[0].toUpperCase();

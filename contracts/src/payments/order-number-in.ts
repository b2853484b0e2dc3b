/** The form of an order number as in the order confirmation, in upper or lower case. */
const ORDER_NUMBER = /\bS-[A-Z2-7]{10}\b/i;

/**
 * The first text with the form of an order number that somebody wrote, in capitals (rule:order-number);
 * undefined if there is none. Pure: it does not check that such an order exists.
 */
export const orderNumberIn = (text: string): string | undefined => ORDER_NUMBER.exec(text)?.[0].toUpperCase();

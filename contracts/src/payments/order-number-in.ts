/** As the order confirmation tells it, however it is typed. */
const ORDER_NUMBER = /\bS-[A-Z2-7]{10}\b/i;

/**
 * What has the form of an order number in a text that somebody wrote, in capitals (rule:order-number); undefined where
 * nothing has. Pure: nobody asks whether there is such an order.
 */
export const orderNumberIn = (text: string): string | undefined => ORDER_NUMBER.exec(text)?.[0].toUpperCase();

import type { Language } from '../enums.js';
import { orderNumberIn } from '../payments/order-number-in.js';

/**
 * Returns the sender's declaration in the service's own words (rule:withdrawal-receipt). The result repeats
 * nothing from the sender's text, except a text in the form of an order number. Pure.
 */
export function declaredWords(reference: string, language: Language): string {
  const order = orderNumberIn(reference);
  if (language === 'de')
    return order === undefined
      ? 'Sie haben einen Vertrag widerrufen.'
      : `Sie haben den Vertrag ${order} widerrufen.`;
  return order === undefined
    ? 'You have withdrawn from a contract.'
    : `You have withdrawn from the contract ${order}.`;
}

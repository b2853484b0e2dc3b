import type { Stripe } from 'stripe';
import { DoubleRefusal } from './double-answer.js';

/** How a test card behaves: it pays, requires authentication, stays undecided, or is declined. */
export type CardBehaviour =
  | { readonly kind: 'pays' | 'asks' | 'stays' }
  | { readonly kind: 'declined'; readonly code: string; readonly declineCode?: string };

/**
 * Test numbers from Stripe's documentation, except the last number. Stripe has no test card whose payment
 * stays undecided, so the double has its own number for that.
 */
const CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': { kind: 'pays' },
  '4000000000000002': { kind: 'declined', code: 'card_declined', declineCode: 'generic_decline' },
  '4000000000009995': { kind: 'declined', code: 'card_declined', declineCode: 'insufficient_funds' },
  '4000000000009979': { kind: 'declined', code: 'card_declined', declineCode: 'stolen_card' },
  '4000000000000069': { kind: 'declined', code: 'expired_card' },
  '4000000000000127': { kind: 'declined', code: 'incorrect_cvc' },
  '4000002500003155': { kind: 'asks' },
  '4000000000007777': { kind: 'stays' },
};

export const digitsOf = (card: string): string => card.replaceAll(/\D/g, '');

/** @throws DoubleRefusal 402 incorrect_number. Callers call this function before they change an intent. */
export function behaviourOf(card: string): CardBehaviour {
  const known = CARDS[digitsOf(card)];
  if (known === undefined)
    throw new DoubleRefusal(402, { type: 'card_error', code: 'incorrect_number', param: 'number' });
  return known;
}

/**
 * Returns Stripe's error for a refused card or a failed authentication. The intent contains this error, and
 * so does the response to the browser.
 */
export const cardError = (
  code: string,
  { charge, declineCode }: { readonly charge?: string; readonly declineCode?: string | undefined } = {},
): Stripe.PaymentIntent.LastPaymentError => ({
  type: 'card_error',
  code,
  message: `A text of Stripe about ${code} that no log may hold.`,
  payment_method_type: 'card',
  ...(charge === undefined ? {} : { charge }),
  ...(declineCode === undefined ? {} : { decline_code: declineCode }),
});

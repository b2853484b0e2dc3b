import { digitsOf } from './card-format.js';
import type { CardDetails } from './payment-calls.js';

export type CardProblem = 'required' | 'numberInvalid' | 'expiryInvalid' | 'expiryPast' | 'cvcInvalid';

/**
 * True if the check digit is right (ISO/IEC 7812-1, annex B). Every second digit from the right is doubled.
 */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((before, digit, place) => {
      const value = digit * (place % 2 === 0 ? 1 : 2);
      return before + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function numberProblem(typed: string): CardProblem | undefined {
  const digits = digitsOf(typed);
  return /^\d{12,19}$/.test(digits) && hasCheckDigit(digits) ? undefined : 'numberInvalid';
}

/** A card is valid until the end of the month that is printed on it. */
function expiryProblem(typed: string, now: Date): CardProblem | undefined {
  const digits = digitsOf(typed);
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))];
  if (digits.length !== 4 || month < 1 || month > 12) return 'expiryInvalid';
  return now < new Date(year, month, 1) ? undefined : 'expiryPast';
}

/**
 * Returns the problem of one field of a card. Undefined if the field is right.
 * @param now the time on the user's clock
 */
export function cardProblem(field: keyof CardDetails, card: CardDetails, now: Date): CardProblem | undefined {
  const typed = card[field];
  if (typed.trim() === '') return 'required';
  if (field === 'cardNumber') return numberProblem(typed);
  if (field === 'expiry') return expiryProblem(typed, now);
  return /^\d{3,4}$/.test(digitsOf(typed)) ? undefined : 'cvcInvalid';
}

import { TYPED_NAME_ERRORS } from '@siegel/contracts/signature/refusals';
import type { Hand } from '@siegel/contracts/limits';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { handOf, handsFrom } from './hands.js';

export interface HandRun {
  readonly hand: Hand;
  readonly text: string;
}

/**
 * True if the hand has all letters of the text and its font tables can combine these letters. The tables fail
 * for some stacked accents.
 */
function canWrite(hand: Hand, text: string): boolean {
  const { font, letters } = handOf(hand);
  if (!Array.from(text).every((letter) => letters.has(letter.codePointAt(0) ?? 0))) return false;
  try {
    font.layout(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Normalises a name. All kinds of hyphens are replaced by one kind, because they look the same and no hand
 * has all of them.
 */
const written = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\u2010\u2011]/g, '-')
    .trim()
    .replace(/\s+/g, ' ');

/**
 * Chooses the hands that write a name. If the chosen hand lacks a letter, another hand that has all letters
 * is used. If no hand has all letters, a hand is chosen for each word. If no hand can write a whole word, a
 * hand is chosen for each letter of the word.
 * @throws RuleBroken `invalid_signature` if the name has a letter that no hand has
 */
export function runsOf(name: string, chosen: Hand): readonly HandRun[] {
  const hands = handsFrom(chosen);
  const inOne = (text: string): HandRun | undefined => {
    const hand = hands.find((one) => canWrite(one, text));
    return hand === undefined ? undefined : { hand, text };
  };
  const letter = (text: string): HandRun => {
    const found = inOne(text);
    if (found !== undefined) return found;
    throw new RuleBroken('invalid_signature', {}, TYPED_NAME_ERRORS.invalid_signature);
  };
  const whole = written(name);
  const found = inOne(whole);
  if (found !== undefined) return [found];
  return whole.split(/(?<= )/).flatMap((word) => inOne(word) ?? Array.from(word, (one) => letter(one)));
}

import { ownMember } from '../own-members.js';

/**
 * Folds a text for a search (rule:search-on-encrypted-data): lower case, no accents, ss for ß, one blank for
 * any white space.
 */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Returns all spellings of a text: the folded text and, if the text has umlauts, a second spelling with ae,
 * oe and ue. Müller is found as Muller and as Mueller, and a search for Müller uses both spellings.
 */
export function spellings(text: string): readonly string[] {
  const plain = folded(text);
  const german = folded(
    text
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[äöü]/g, (letter) => ownMember(UMLAUTS, letter) ?? letter),
  );
  return german === plain ? [plain] : [plain, german];
}

/**
 * Returns the number of code points of the folded text. This number may exceed the number of characters that
 * a person sees.
 */
export const lengthOfSearch = (text: string): number => Array.from(folded(text)).length;

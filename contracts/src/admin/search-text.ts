/**
 * How texts are made alike for a search (rule:search-on-encrypted-data): lower case, accents off, ß as ss, white
 * space as one blank.
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
 * Every way in which a text is spelled: as folded and, where it has umlauts, with ae, oe and ue for them. So Müller
 * is found as Muller and as Mueller, and is looked for as both.
 */
export function spellings(text: string): readonly string[] {
  const plain = folded(text);
  const german = folded(
    text
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter),
  );
  return german === plain ? [plain] : [plain, german];
}

/** Characters of a text that has been made alike: what a person sees as one may be two. */
export const lengthOfSearch = (text: string): number => Array.from(folded(text)).length;

/**
 * What pasting from websites and word processors leaves behind: soft hyphens, zero-width spaces, word
 * joiners, byte order marks.
 */
const LEFTOVERS = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * More marks on one letter than any script puts there (UAX #15, section 13: 30). Sorting them takes time
 * with the square of their number, so such a text stays as it is.
 */
const PILE_OF_MARKS = /\p{M}{31}/u;
const composed = (value: string): string => (PILE_OF_MARKS.test(value) ? value : value.normalize('NFC'));

/**
 * A text as it is counted, hashed and shown, whichever system it was typed on: accents composed, one
 * character per line break, without invisible leftovers; the narrow no-break space becomes its common sister.
 */
export const normalized = (value: string): string =>
  composed(
    value
      .replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n')
      .replaceAll(LEFTOVERS, '')
      .replaceAll('\u202f', '\u00a0'),
  ).trim();

/** As normalized; no mailbox and no domain has a no-break hyphen, which word processors put for a hyphen. */
export const normalizedAddress = (value: string): string => normalized(value).replaceAll('\u2011', '-');

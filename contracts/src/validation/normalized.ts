/**
 * Invisible characters that come with text pasted from websites and word processors: soft hyphens, zero-width
 * spaces, word joiners, byte order marks.
 */
const LEFTOVERS = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * Matches 31 combining marks in a row. No script puts more than 30 marks on one letter (UAX #15, section 13).
 * A text with more marks is not composed, because the time to sort the marks grows with the square of their
 * number.
 */
const PILE_OF_MARKS = /\p{M}{31}/u;
const composed = (value: string): string => (PILE_OF_MARKS.test(value) ? value : value.normalize('NFC'));

/**
 * Returns a text in the form in which the text is counted, hashed and shown. The form does not depend on the
 * system on which the text was typed. Accents are composed, every line break is one character, invisible
 * leftovers are removed, and a narrow no-break space becomes an ordinary no-break space.
 */
export const normalized = (value: string): string =>
  composed(
    value
      .replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n')
      .replaceAll(LEFTOVERS, '')
      .replaceAll('\u202f', '\u00a0'),
  ).trim();

/**
 * Normalizes an address. Works like `normalized`, but also turns a no-break hyphen into a hyphen. Word
 * processors insert no-break hyphens, and no mailbox or domain contains such a hyphen.
 */
export const normalizedAddress = (value: string): string => normalized(value).replaceAll('\u2011', '-');

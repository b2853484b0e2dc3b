const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attribute values in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/**
 * A value for one line of a mail (subject, file name, text line): control and direction characters become
 * blanks.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** The signs by which mail programs recognise an address, with the forms that other scripts have of them. */
const JOINT = /[.:/@\\\u3002\uff0e\uff61\uff1a\uff0f\uff20](?=\S)/gu;

/**
 * What somebody wrote, of which no mail program is to make a link: a space without width behind each sign that would join
 * an address. All of it can be read as it was written.
 */
export const unlinked = (text: string): string => text.replace(JOINT, '$&\u200b');

/** Letters in a row that may be wider than a phone; no word of a language is so long, nor an id. */
const LONG_WORD = /[^\s\u00ad]{40,}/gu;
const SOME_LETTERS = /.{1,8}/gu;

/**
 * Escaped, and with places at which a long word (a checksum, an address) may go on in the next line; what is copied
 * from there does not have them.
 */
export const breakable = (text: string): string => {
  const inParts = text.replace(LONG_WORD, (word) => (word.match(SOME_LETTERS) ?? []).join('\u0000'));
  return escapeHtml(inParts).replaceAll('\u0000', '<wbr>');
};

/** Our own words with a hyphen, at which no line is to end. */
const HYPHENATED = /\b(?:E-Mail|e-mail|IP-Adresse|SHA-256)[\p{L}-]*/gu;

/** As `breakable`, for sentences: what must not come apart does not. */
export const prose = (text: string): string =>
  breakable(text).replace(HYPHENATED, (word) => `<span style="white-space:nowrap">${word}</span>`);

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

import { ownMember } from '@siegel/contracts/own-members';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. The result is also safe inside attribute values in double quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ownMember(ENTITIES, character) ?? character);

/**
 * Makes a value fit for one line of a mail (subject, file name, line of text). Control characters and
 * text-direction characters become blanks.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** Characters by which mail programs recognise an address, including their forms in other scripts. */
const JOINT = /[.:/@\\\u3002\uff0e\uff61\uff1a\uff0f\uff20](?=\S)/gu;

/**
 * Changes text that a person typed, so that no mail program turns it into a link. A zero-width space follows
 * each character that would connect the parts of an address. The text still looks exactly as it was typed.
 */
export const unlinked = (text: string): string => text.replace(JOINT, '$&\u200b');

/**
 * Matches at least 40 characters without white space or soft hyphens. Such a run may be wider than a phone's
 * screen. Ordinary words and ids are shorter.
 */
const LONG_WORD = /[^\s\u00ad]{40,}/gu;
const SOME_LETTERS = /.{1,8}/gu;

/**
 * Escapes text and lets a long word (a checksum, an address) break across lines. If a reader copies the word
 * from the mail, the copy contains no break.
 */
export const breakable = (text: string): string => {
  const withBreaks = text.replace(LONG_WORD, (word) => (word.match(SOME_LETTERS) ?? []).join('\u0000'));
  return escapeHtml(withBreaks).replaceAll('\u0000', '<wbr>');
};

/** Our own hyphenated words. They must not break across lines. */
const HYPHENATED = /\b(?:E-Mail|e-mail|IP-Adresse|SHA-256)[\p{L}-]*/gu;

/** Works like `breakable`, but keeps our hyphenated words on one line. Use it for sentences. */
export const prose = (text: string): string =>
  breakable(text).replace(HYPHENATED, (word) => `<span style="white-space:nowrap">${word}</span>`);

import type { Language } from './enums.js';

/** Names the language of a page in its address, where that is not German (rule:german-is-the-default). */
export const LANGUAGE_PARAMETER = 'lang';

/** Alone, too: whoever needs this one page only does not load the table of all of them. */
export const CONTACT_PATH = '/contact';

/** The same. */
export const WITHDRAW_PATH = '/withdraw';

/** Before the number of an order, behind the path of the page on which one withdraws from it: no server is told. */
export const ORDER_ANCHOR = '#order=';

/** A path of this site, with its `#anchor` if any, as a page in this language links to it. */
export function addressIn(language: Language, path: string): string {
  if (language === 'de') return path;
  const [page = '', ...anchor] = path.split('#');
  return [`${page}?${LANGUAGE_PARAMETER}=${language}`, ...anchor].join('#');
}

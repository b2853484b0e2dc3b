import type { Language } from './enums.js';

/**
 * Query parameter that names a page's language. Addresses of German pages do not have this parameter
 * (rule:german-is-the-default).
 */
export const LANGUAGE_PARAMETER = 'lang';

/** A separate export, so that a file that needs this one path does not load the table of all pages. */
export const CONTACT_PATH = '/contact';

/** A separate export for the same reason as `CONTACT_PATH`. */
export const WITHDRAW_PATH = '/withdraw';

/**
 * Start of the anchor that contains an order's number in the address of the withdrawal page. The number is in
 * the anchor because browsers send no anchor to a server.
 */
export const ORDER_ANCHOR = '#order=';

/** Address by which a page in this language links to a path of this site. The path may have an `#anchor`. */
export function addressIn(language: Language, path: string): string {
  if (language === 'de') return path;
  const [page = '', ...anchor] = path.split('#');
  return [`${page}?${LANGUAGE_PARAMETER}=${language}`, ...anchor].join('#');
}

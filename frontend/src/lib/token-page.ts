/**
 * Attribute on the root element of a document whose address contains a token. Anyone who has such an address
 * can act. Nothing is stored on such a page (rule:german-is-the-default).
 */
export const TOKEN_ATTRIBUTE = 'data-token';

/**
 * Path of the signing page after its token was removed from the address (rule:no-token-reaches-the-provider).
 */
export const WITHOUT_TOKEN = '/sign/-';

/**
 * Key in the tab's storage. Its value is the path of the opened link, including the token. A reload needs
 * this path, because the token was removed from the address.
 */
export const KEPT_LINK = 'signing-link';

/**
 * Attribute on the root of a document with a token: anyone who has its address can act. Nothing is stored on
 * such a page (rule:german-is-the-default).
 */
export const TOKEN_ATTRIBUTE = 'data-token';

/**
 * Path of the signing page after its token was removed from the address (rule:no-token-reaches-the-provider).
 */
export const WITHOUT_TOKEN = '/sign/-';

/**
 * Key in the tab's storage. It holds the path of a link whose token was removed from the address, for a
 * reload.
 */
export const KEPT_LINK = 'signing-link';

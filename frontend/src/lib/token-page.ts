/**
 * Attribute on the root of a document whose address lets anyone act. Nothing is stored on such a page
 * (rule:german-is-the-default).
 */
export const TOKEN_ATTRIBUTE = 'data-token';

/**
 * Path of the signing page after its token was taken out of the address (rule:no-token-reaches-the-provider).
 */
export const WITHOUT_TOKEN = '/sign/-';

/** Key in the storage of the tab: the path of a link that was taken out of the address, for a reload. */
export const KEPT_LINK = 'signing-link';

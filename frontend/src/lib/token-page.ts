/** On the root of a document whose address lets somebody act: there nothing is stored (rule:german-is-the-default). */
export const TOKEN_ATTRIBUTE = 'data-token';

/** The signing page once its token has left the address (rule:no-token-reaches-the-provider). */
export const WITHOUT_TOKEN = '/sign/-';

/** In the storage of the tab: the path of a link that was taken out of the address, for a reload. */
export const KEPT_LINK = 'signing-link';

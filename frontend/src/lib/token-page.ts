/** On the root of a document whose address lets somebody act: there nothing is stored (rule:german-is-the-default). */
export const TOKEN_ATTRIBUTE = 'data-token';

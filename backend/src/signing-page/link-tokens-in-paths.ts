import type { JsonSchema } from '@siegel/contracts/schema';

/** Format of a signing link's token in the path of a call. */
export const SIGNING_TOKEN: { readonly token: JsonSchema } = {
  token: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$', description: 'The secret in the link' },
};
/** Format of a token that begins with the id of its NDA. */
export const NAMED_TOKEN: { readonly token: JsonSchema } = {
  token: { type: 'string', pattern: '^[A-Za-z0-9_-]{65}$', description: 'The secret in the link' },
};

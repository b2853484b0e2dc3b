import type { JsonSchema } from '@siegel/contracts/schema';

/** How the secrets in links look that stand in the address of a call. */
export const SIGNING_TOKEN: { readonly token: JsonSchema } = {
  token: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$', description: 'The secret in the link' },
};
/** Before the secret stands the NDA. */
export const NAMED_TOKEN: { readonly token: JsonSchema } = {
  token: { type: 'string', pattern: '^[A-Za-z0-9_-]{65}$', description: 'The secret in the link' },
};

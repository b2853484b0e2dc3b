import { createHash } from 'node:crypto';
import type { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import { mayReplaceCookie } from '../nda/rules/creation.js';
import { canonicalJson } from '../platform/crypto/canonical-json.js';

/**
 * Returns a seed for the secret in the cookie. A browser that lost its cookie can repeat its call that
 * created an NDA, word for word. It then gets the same secret again. Only the browser that made the call
 * knows both the idempotency key and the text.
 */
export function lostCookieSeed(key: string | undefined, body: CreateNdaRequest): string | undefined {
  if (key === undefined || !mayReplaceCookie(key)) return undefined;
  return `${key}\u0000${createHash('sha256')
    .update(canonicalJson(Object.fromEntries(Object.entries(body))))
    .digest('hex')}`;
}

/**
 * Returns a seed for the secret in the cookie that a link to continue sets. A browser may have lost the
 * response with the cookie. It gets the same secret again if it opens the link again with the same
 * idempotency key.
 */
export const lostCookieSeedOfLink = (key: string | undefined, token: string): string | undefined =>
  key === undefined || !mayReplaceCookie(key) ? undefined : `${key}\u0000continue\u0000${token}`;
